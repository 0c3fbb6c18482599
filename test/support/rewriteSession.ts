import { join } from 'node:path';
import type { RecordKind } from '../../src/model/parsing/schemaSteps.ts';
import { openGitRepo, type GitRepo } from './gitRepo.ts';

const KINDS: readonly (readonly [file: RegExp, kind: RecordKind])[] = [
  [/\/STATUS\.md$/, 'status'],
  [/\/PACKET\.md$/, 'packet'],
  [/\/LEDGER\.md$/, 'ledger'],
  [/\/phase\.json$/, 'phase'],
  [/\/effects\.json$/, 'effects'],
  [/\/workflow\.yaml$/, 'workflow'],
];

/**
 * Writes the checkpoints of a session again, all of them, with other texts in their records and messages, and puts the
 * branch on the last; answers their ids, oldest first.
 */
export async function rewriteSession(
  repo: GitRepo,
  id: string,
  change: (kind: RecordKind, text: string) => string,
): Promise<readonly string[]> {
  const place = join(repo.root, '../rewritten');
  await repo.git('worktree', 'add', '-q', '--detach', place, 'main');
  const tree = openGitRepo(place);
  const chain = await repo.git('rev-list', '--first-parent', '--reverse', `cairn/${id}`, '--not', 'main');
  let parent = await repo.git('rev-parse', 'main');
  const written: string[] = [];
  for (const commit of chain.split('\n')) {
    await tree.git('checkout', '-q', '--detach', commit);
    const files = (await tree.git('ls-files', `.cairn/sessions/${id}`)).split('\n');
    for (const path of files) {
      const kind = KINDS.find(([file]) => file.test(path))?.[1];
      if (kind !== undefined) await tree.write(path, change(kind, await tree.read(path)));
    }
    await tree.git('add', '--force', '--all', '.cairn');
    const message = change('trailers', `${await tree.git('log', '-1', '--format=%B')}\n`);
    parent = await tree.gitWithInput(message, 'commit-tree', await tree.git('write-tree'), '-p', parent);
    written.push(parent);
    await tree.git('reset', '-q', '--hard', commit);
  }
  await repo.git('worktree', 'remove', '--force', place);
  await repo.git('update-ref', `refs/heads/cairn/${id}`, parent);
  return written;
}
