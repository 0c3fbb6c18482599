import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';

const cli = builtCairn();

/** Loads the shim in a Node that says that it is another one. */
function under(
  version: string,
  ...words: readonly string[]
): { status: number | null; stdout: string; stderr: string } {
  const pretend = `Object.defineProperty(process, 'version', { value: 'v${version}' });
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    process.argv.splice(1, 0, 'cairn');
    require(${JSON.stringify(cli())});`;
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
