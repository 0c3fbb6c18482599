/**
 * Bundles every program of Cairn into dist/, with what they load on first use in files of its own; and writes the types of
 * what other programs import.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundle } from './bundle.ts';

for (const name of await bundle(resolve('dist'), { sourcemap: process.argv.includes('--sourcemap') }))
  console.log(`${name}  ${Math.ceil(statSync(`dist/${name}`).size / 1024)} KB`);
execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.types.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
