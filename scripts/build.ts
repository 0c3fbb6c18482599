/**
 * Bundles every program of Cairn into dist/: one file each, the tokenizer and the secret rules in files of their own; and
 * writes the types of what other programs import.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundle } from './bundle.ts';

for (const name of await bundle(resolve('dist'), { sourcemap: process.argv.includes('--sourcemap') }))
  console.log(`${name}.cjs  ${Math.ceil(statSync(`dist/${name}.cjs`).size / 1024)} KB`);
execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.types.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
