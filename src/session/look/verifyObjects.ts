import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { sessionRefs } from '../../model/names/places.ts';
import type { Violation } from '../../model/checkpoint/verifyRules.ts';
import type { CommitEntry } from '../ports.ts';
import { checkBrought } from '../record/wholeness.ts';
import { unsafeEntries } from '../unsafeSentences.ts';
import type { World } from '../world.ts';

/** R18 of one commit. */
export async function verifyTree(
  { repository }: Pick<World, 'repository'>,
  where: string,
  commit: CommitEntry['commit'],
): Promise<readonly Violation[]> {
  const entries = await repository.unsafe(commit);
  return entries.length === 0 ? [] : [{ rule: 'R18', where, what: unsafeEntries(entries) }];
}

/** R12, R16 and R18 of the refs of a session: what was set aside, its effects. */
export async function verifyRefs({ repository }: World, session: SessionId): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  const { refs, damaged: lost } = await repository.refsAndDamaged([sessionRefs(session)]);
  for (const { name, commit } of lost) {
    const what =
      commit === null ? 'it is torn and says no commit' : `commit ${commit} is missing or cut short`;
    violations.push({ rule: 'R12', where: name, what });
  }
  for (const { name, commit } of refs) {
    try {
      violations.push(...(await verifyTree({ repository }, name, commit)));
      const [below] = (await repository.commitEntry(commit)).parents;
      await checkBrought(repository, below ?? commit, commit, 'size');
    } catch (error) {
      if (!CairnError.is(error, 'data/missing-object')) throw error;
      violations.push({
        rule: 'R16',
        where: name,
        what: `git object ${error.details.object} is missing or cut short`,
      });
    }
  }
  return violations;
}
