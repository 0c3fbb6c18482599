import { expect, test } from 'vitest';
import { permissionRows } from '../../../src/vscode/tree/permissionRows.ts';
import { node, permission } from '../builders.ts';

test('a row of what is asked has the command itself, and beside it how the agent calls it', () => {
  const command = `npm test && ${'x'.repeat(500)} ; rm -rf ~`;
  const asked = permission('1', { title: 'Run the tests', command, paths: ['/elsewhere'] });
  const [row] = permissionRows('r', node('waiting', { status: { permissions: [asked] } }));
  expect(row?.label).toMatch(/^Allow “npm test && x+ … \(\d+ more\) … x+ ; rm -rf ~”\?$/);
  expect(row?.description).toBe('opencode · execute · “Run the tests” · /elsewhere');
  expect(row?.spoken).toBe(`opencode asks for a permission, execute: ${command}, “Run the tests”`);
});
