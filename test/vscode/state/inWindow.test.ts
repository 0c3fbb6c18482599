import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inWindow } from '../../../src/vscode/state/inWindow.ts';

const RESCUED = 'rescue 3 (see it: cairn rescue diff add-login 3)';

test.each([
  [
    `Saved while the files were being replaced, and set aside as ${RESCUED}: a.txt, b.txt.`,
    'Saved while the files were being replaced, and set aside as rescue 3: a.txt, b.txt.',
  ],
  ['Uncommitted work is kept in refs/cairn/add-login/rescue/12.', 'Uncommitted work is kept in rescue 12.'],
  [
    'The worktree does not have your 3 uncommitted files; start with --with-changes to take them along.',
    'The worktree does not have your 3 uncommitted files.',
  ],
  [
    'Session s is damaged: abc is not there. The last good one is 2. Go back to it: cairn restore s 2',
    'Session s is damaged: abc is not there. The last good one is 2.',
  ],
  [
    'flow.yaml differs from the workflow that this session follows; to take it over: cairn resume s --workflow flow',
    'flow.yaml differs from the workflow that this session follows.',
  ],
  [
    'HEAD was on main and is now on x. Go back there first: `git switch --detach main`. Or go on here: `cairn resume s --here`.',
    'HEAD was on main and is now on x. Go back there first: `git switch --detach main`.',
  ],
  [
    'Files have conflicts:\n  a.ts\nFinish it (`git rebase --abort`), then try again.\nSee: cairn status s',
    'Files have conflicts:\n  a.ts\nFinish it (`git rebase --abort`), then try again.',
  ],
  ['Free it: git -C /w switch --detach', 'Free it: git -C /w switch --detach'],
  ['Choose another with --id, or go on with that session: cairn resume s', ''],
  ['Its branch is cairn/add-login (see origin).', 'Its branch is cairn/add-login (see origin).'],
  ['v1.2.0 is there. It stays.', 'v1.2.0 is there. It stays.'],
])('%s', (said, shown) => expect(inWindow(said)).toBe(shown));

/** Every sentence of the engine that names a command or an option, as it stands in the source. */
function typedSentences(): readonly string[] {
  const root = join(import.meta.dirname, '../../../src/session');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/'[^'\n]*'|`(?:[^`\\]|\\.)*`/g) ?? [])
    .map((literal) =>
      literal
        .slice(1, -1)
        .replaceAll(/\$\{[^}]*\}/g, 'x')
        .replaceAll('\\n', '\n')
        .replaceAll('\\`', '`'),
    )
    .filter((text) => /\bcairn [a-z]/.test(text) && /[ :]/.test(text));
}

test('whatever the engine says with a command in it, no window shows the command', () => {
  const sentences = typedSentences();
  expect(sentences.length).toBeGreaterThan(40);
  for (const sentence of sentences) expect(inWindow(sentence)).not.toMatch(/\bcairn [a-z]/);
});
