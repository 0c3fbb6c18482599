/** Bundles every program of Cairn into dist/: one file each, the tokenizer and the secret rules in files of their own. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundle } from './bundle.ts';

for (const name of await bundle(resolve('dist'), { sourcemap: process.argv.includes('--sourcemap') }))
  console.log(`${name}.cjs  ${Math.ceil(statSync(`dist/${name}.cjs`).size / 1024)} KB`);
