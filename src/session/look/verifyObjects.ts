import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { sessionRefs } from '../../model/names/places.ts';
import type { Violation } from '../../model/checkpoint/verifyRules.ts';
import type { CommitEntry, Objects, Refs } from '../ports.ts';
import { checkBrought } from '../record/wholeness.ts';
import { faultWords, shownPath } from '../../model/names/faultWords.ts';
import { listed } from '../../base/listed.ts';

/** R18 of one commit. */
export async function verifyTree(
  repository: Objects,
  where: string,
  commit: CommitEntry['commit'],
): Promise<readonly Violation[]> {
  try {
    await repository.refuseUnsafe(commit);
    return [];
  } catch (error) {
    if (!CairnError.is(error, 'data/unsafe-tree')) throw error;
    return [{ rule: 'R18', where, what: listed(error.details.entries.map(inWords)) }];
  }
}

/** R12, R16 and R18 of the refs of a session: what was set aside, its effects. */
export async function verifyRefs(
  repository: Objects & Refs,
  session: SessionId,
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  const refs = await repository.refs([sessionRefs(session)], ({ name, commit }) => {
    const what =
      commit === null ? 'it is torn and says no commit' : `commit ${commit} is missing or cut short`;
    violations.push({ rule: 'R12', where: name, what });
  });
  for (const { name, commit } of refs) {
    try {
      violations.push(...(await verifyTree(repository, name, commit)));
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

const inWords = ({ path, why }: { readonly path: string; readonly why: string }): string =>
  `${path === '' ? 'the tree itself' : shownPath(path)} (${faultWords(why)})`;
