import { branchNamed } from '../../model/names/places.ts';
import type { ResumeFacts } from '../../model/plan/resumeFacts.ts';
import type { Ref } from '../ports.ts';
import type { SessionRecord } from './sessionRecord.ts';
import type { World } from '../world.ts';

/** The pattern of a session's remote-tracking branches. */
export const remotesOf = ({ ref }: Pick<SessionRecord, 'ref'>): string =>
  `refs/remotes/**/${branchNamed(ref)}`;

/** The tip against all remote-tracking branches of the session; `names` are for people. */
export async function remoteTips(
  world: World,
  record: SessionRecord,
  known?: readonly Ref[],
): Promise<
  readonly { readonly name: string; readonly commit: string; readonly relation: ResumeFacts['remote'] }[]
> {
  const { repository } = world;
  const refs = known ?? (await repository.refs([remotesOf(record)]));
  const tips: { name: string; commit: string; relation: ResumeFacts['remote'] }[] = [];
  for (const ref of refs) {
    const name = ref.name.slice('refs/remotes/'.length);
    if (ref.commit === record.commit) tips.push({ name, commit: ref.commit, relation: 'same' });
    else if (await repository.isAncestor(ref.commit, record.commit))
      tips.push({ name, commit: ref.commit, relation: 'ahead' });
    else
      tips.push({
        name,
        commit: ref.commit,
        relation: (await repository.isAncestor(record.commit, ref.commit)) ? 'behind' : 'diverged',
      });
  }
  return tips;
}

/** The worst of them: what a resume has to look at. */
export async function remoteRelation(world: World, record: SessionRecord): Promise<ResumeFacts['remote']> {
  const relations = (await remoteTips(world, record)).map((tip) => tip.relation);
  return (
    (['diverged', 'behind', 'ahead', 'same'] as const).find((relation) => relations.includes(relation)) ??
    'none'
  );
}
