#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { readGpx, summary } from '../src/index.js';

const [file, system] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: footpath <track.gpx> [metric|imperial]');
  process.exitCode = 2;
} else {
  console.log(summary(readGpx(readFileSync(file, 'utf8')), system).join('\n'));
}
