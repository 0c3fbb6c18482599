import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/gitRepo.ts';
import { builtCairn } from '../support/builtCairn.ts';

const cli = builtCairn();

/** Loads the shim in a Node that says that it is another one. */
const under = (version: string, ...words: readonly string[]) => underAt(cli(), version, ...words);

function underAt(
  shim: string,
  version: string,
  ...words: readonly string[]
): { status: number | null; stdout: string; stderr: string } {
  const pretend = `Object.defineProperty(process, 'version', { value: 'v${version}' });
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    process.argv.splice(1, 0, 'cairn');
    require(${JSON.stringify(shim)});`;
  return spawnSync(process.execPath, ['--eval', pretend, '--', ...words], { encoding: 'utf8' });
}

test('a Node that is too old gets one sentence and exit 8, as JSON where that was asked for', () => {
  const { status, stdout, stderr } = under('18.19.0', 'list');
  expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({
    status: 8,
    stdout: '',
    lines: 1,
  });
  expect(stderr).toContain('Cairn needs Node 22 or newer, this is v18.19.0.');
  expect(JSON.parse(under('20.20.2', 'list', '--json').stdout)).toMatchObject({
    error: { code: 'machine/node-too-old', details: { found: '20.20.2', needed: '22' } },
  });
});

test('where npm ci brought a Node that will do, the sentence says how to run with that', async () => {
  const folder = await temporaryFolder();
  const [shim, node] = [join(folder, 'dist', 'cli.cjs'), join(folder, 'node_modules', '.bin', 'node')];
  for (const file of [shim, node]) mkdirSync(dirname(file), { recursive: true });
  copyFileSync(cli(), shim);
  expect(underAt(shim, '20.20.2', 'list').stderr).toContain('Install a newer Node');
  writeFileSync(node, '');
  expect(underAt(shim, '20.20.2', 'list').stderr).toContain(
    `Run it with the Node that npm ci brought: ${node} ${shim}`,
  );
});

test('a Node that is new enough gets the program', () => {
  expect(under('22.0.0', '--version')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as unknown,
  });
});

test('the shim runs by its name: a shebang, the executable bit, and no syntax that old Nodes do not know', () => {
  const text = readFileSync(cli(), 'utf8');
  expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
  if (process.platform !== 'win32') expect(statSync(cli()).mode & 0o111).toBe(0o111);
  expect(text).not.toMatch(/\?\.|\?\?|import\(/);
  expect(execFileSync(process.execPath, ['--check', cli()], { encoding: 'utf8' })).toBe('');
});
