import { expect, test } from 'vitest';
import { CairnError } from '../../../src/base/cairnError.ts';
import { checkUp } from '../../../src/model/machine/checkUp.ts';
import { checkUpMarkdown } from '../../../src/vscode/review/checkUpMarkdown.ts';
import { WELL } from '../../support/machineFacts.ts';

test('a check-up is a document: what it comes to, a line for each thing, and what to do below it', () => {
  const text = checkUpMarkdown(
    checkUp({ ...WELL, folder: { kind: 'repository', root: '/site/work', hasCommit: false } }),
  );
  expect(text.split('\n').slice(0, 5)).toEqual([
    '# This machine',
    '',
    'No session can be run here until what is marked ✗ is mended\\.',
    '',
    '- ✓ ok **git**: 2\\.47\\.3, /usr/bin/git',
  ]);
  expect(text).toContain('    - Make the first one\\: ` git add -A && git commit -m "First commit" `\n');
});

test('nothing that a repository or a program says is markup in it', () => {
  const evil = '[x](command:run) <img src=y> $(zap) **b**';
  const error = new CairnError('git/not-a-repository', { folder: `/a/${evil}\n# no` });
  const [agent] = WELL.agents;
  const text = checkUpMarkdown(
    checkUp({
      ...WELL,
      agents: agent === undefined ? [] : [{ ...agent, version: evil, name: evil }],
      folder: { kind: 'refused', folder: '/a', error },
    }),
  );
  expect(text).not.toMatch(/(?<!\\)\[x|(?<!\\)<img|(?<!\\)\$\(|\n# no/);
});
