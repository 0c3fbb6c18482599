import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/commands.ts';
import { runLine } from './runLine.ts';

async function golden(name: string, words: readonly string[]): Promise<void> {
  const { code, out } = await runLine(words);
  await expect(`$ cairn ${words.join(' ')}\n${out}[exit ${code}]\n`).toMatchFileSnapshot(
    `../golden/cli/${name}.txt`,
  );
}

test('the help of every command names what it takes and shows examples', async () => {
  await golden('help', ['--help']);
  for (const { name } of COMMANDS) await golden(`help-${name}`, [name, '--help']);
});

test('commands stand by what a person wants, rare ones last, and each help has an example', async () => {
  const groups = COMMANDS.filter(({ isOldWord }) => isOldWord !== true).map(({ group }) => group);
  // None comes back further below.
  expect(groups.filter((group, at) => groups.indexOf(group) !== at && groups[at - 1] !== group)).toEqual([]);
  expect(groups.at(-1)).toBe('Rarely');
  const { out } = await runLine(['--help']);
  expect([...out.matchAll(/^(\w[^:\n]*):$/gm)].map(([, title]) => title)).toEqual([
    'Options',
    ...new Set(groups),
  ]);
  expect(COMMANDS.filter(({ examples }) => examples.length === 0)).toEqual([]);
});

test.each([50, 60, 80])('no line of any help is wider than a terminal of %i columns', async (terminal) => {
  const commands = COMMANDS.flatMap(({ examples }) => examples.map(([command]) => `  ${command}`));
  for (const words of [['--help'], ...COMMANDS.map(({ name }) => [name, '--help'])]) {
    const { out } = await runLine(words, { terminal });
    // A command to paste is never broken; on the widths that people have, all of them fit.
    const lines = out.split('\n').filter((line) => terminal >= 60 || !commands.includes(line));
    expect(lines.filter((line) => line.length > terminal)).toEqual([]);
  }
});
