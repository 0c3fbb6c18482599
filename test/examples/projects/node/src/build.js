import { cpSync } from 'node:fs';

cpSync('src/sum.js', 'dist/sum.js');
