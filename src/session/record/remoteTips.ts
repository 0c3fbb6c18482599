import type { CommitId } from '../../model/names/ids.ts';
import { branchNamed } from '../../model/names/places.ts';
import type { ResumeFacts } from '../../model/plan/resumeFacts.ts';
import type { Ancestry, Ref } from '../ports.ts';
import type { SessionRecord } from './sessionRecord.ts';
import type { World } from '../world.ts';

/** The pattern of a session's remote-tracking branches. */
export const remotesOf = ({ ref }: Pick<SessionRecord, 'ref'>): string =>
  `refs/remotes/**/${branchNamed(ref)}`;

/** How many are compared with the tip: each takes git a look through its history, and a remote may have any number of them. */
const MOST_COMPARED = 16;

interface RemoteTip {
  /** For people. */
  readonly name: string;
  readonly commit: string;
  readonly relation: ResumeFacts['remote'];
}

/** The tip against the remote-tracking branches of the session; `left`: how many were not compared with it. */
export async function remoteTips(
  world: World,
  record: SessionRecord,
  known?: readonly Ref[],
): Promise<{ readonly tips: readonly RemoteTip[]; readonly left: number }> {
  const refs = (known ?? (await world.repository.refs([remotesOf(record)]))).toSorted(nearestFirst);
  const tips: RemoteTip[] = [];
  for (const { name, commit } of refs.slice(0, MOST_COMPARED)) {
    const relation = await relationOf(world.repository, record, commit);
    tips.push({ name: name.slice('refs/remotes/'.length), commit, relation });
  }
  return { tips, left: refs.length - tips.length };
}

/** That of a remote itself before those whose names only end like it. */
const nearestFirst = (one: Ref, other: Ref): number => depthOf(one) - depthOf(other);
const depthOf = ({ name }: Ref): number => name.split('/').length;

async function relationOf(
  repository: Ancestry,
  { commit: tip }: SessionRecord,
  remote: CommitId,
): Promise<ResumeFacts['remote']> {
  if (remote === tip) return 'same';
  if (await repository.isAncestor(remote, tip)) return 'ahead';
  return (await repository.isAncestor(tip, remote)) ? 'behind' : 'diverged';
}

/** The worst of them: what a resume has to look at. */
export async function remoteRelation(world: World, record: SessionRecord): Promise<ResumeFacts['remote']> {
  const relations = (await remoteTips(world, record)).tips.map((tip) => tip.relation);
  return (
    (['diverged', 'behind', 'ahead', 'same'] as const).find((relation) => relations.includes(relation)) ??
    'none'
  );
}
