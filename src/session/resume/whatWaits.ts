import type { PhaseId } from '../../model/ids.ts';
import { leftOut } from '../record/leftOut.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { Outcome } from '../results.ts';
import { describe } from '../run/runEngine.ts';
import { listed } from '../tell.ts';
import { compareHeads, describeHead, wayBack } from '../workingTree/head.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workOnTop } from '../workingTree/workOf.ts';
import type { World } from '../world.ts';

/** The question, and which files changed since it was asked. */
export async function whatWaits(world: World, record: SessionRecord): Promise<Outcome> {
  const { next } = record.status;
  const question =
    record.records.get(next as PhaseId)?.question?.text ??
    `${next ?? 'The session'} waits for your approval.`;
  const root = await workingRoot(world, record.session);
  const pending = await workOnTop(world, record.session, root, record.tree, record.workflow.worktree.copy);
  const known = leftOut(record);
  const changed = pending
    .filter(({ path }) => !known.has(path))
    .map(({ path, change }) => ({ path, change }));
  const since =
    changed.length === 0
      ? ''
      : `\nChanged since: ${listed(
          changed.map((item) => item.path),
          20,
        )}.`;
  const elsewhere = await saysElsewhere(world, record, root);
  return {
    ...describe({ record, session: record.session }, 'waiting', next, `${question}${since}${elsewhere}`),
    changed,
  };
}

/** In place, with HEAD where nothing can be approved or captured: what to do about that first. */
async function saysElsewhere(world: World, { session }: SessionRecord, root: string | null): Promise<string> {
  const about = await world.state.of(session).about();
  if (root === null || about?.isolation !== 'in-place' || about.head === null) return '';
  const { repository } = world;
  const found = await repository
    .workingTree({ root, index: world.state.of(session).index, always: [] })
    .head();
  if ((await compareHeads(repository, about.head, found)) !== 'elsewhere') return '';
  const back = await wayBack(repository, about.head, found);
  return `\nHEAD was on ${describeHead(about.head)} and is now on ${describeHead(found)}. Go back there first: \`${back}\`. Or go on here: \`cairn resume ${session} --here\`.`;
}
