import { newestPacketPath, packetPath, statusPath } from '../../model/names/places.ts';
import type { CommitId } from '../../model/names/ids.ts';
import type { PhaseView } from '../../session/results.ts';
import { findSession } from '../state/windowState.ts';
import type { ChangeSubject } from '../tree/row.ts';
import { NO_SESSION, chooseSession, onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers, Target } from './desk.ts';
import { filesOf } from '../state/filesOf.ts';
import { opensBelow } from '../review/openBelow.ts';
import { openAtCommit } from '../review/openReview.ts';
import { showInfo } from '../window/messages.ts';

/** Commands that open one document of a session. */
export const documentCommands = (desk: Desk) =>
  ({
    'cairn.openStatus': onSession(desk, 'verify', NO_SESSION, async (one) => {
      const path = statusPath(one.key.session);
      if (await opensBelow(one, path, null)) return;
      await openAt(one, await tipOf(one), path, `checkpoint ${one.node.summary.seq}`);
    }),
    'cairn.showPacket': onSession(desk, 'verify', NO_SESSION, async (one, target) => {
      const named = phaseOf(target);
      // The packet of the chosen phase, or else the newest of the session.
      const { phases } = await statusOf(one);
      const done = phases.filter((phase) => phase.status === 'done' && phase.commit !== null);
      const phase = done.find(({ id }) => id === named) ?? newest(done);
      if (phase?.commit == null)
        return openAt(one, await tipOf(one), newestPacketPath(one.key.session), 'opened');
      await openAt(one, phase.commit, packetPath(one.key.session, phase.number, phase.id), labelOf(phase));
    }),
    'cairn.openArtifact': async (target) => {
      const found = await artifactOf(desk, target);
      if (found === null) return;
      if (!(await opensBelow(found.one, found.path, found.phase))) await openArtifactAtCheckpoint(found);
    },
    'cairn.openArtifactAtCheckpoint': async (target) => {
      if (target?.subject.kind === 'change') return openChangeAtCheckpoint(desk, target.subject);
      const found = await artifactOf(desk, target);
      if (found !== null) await openArtifactAtCheckpoint(found);
    },
  }) satisfies Partial<Handlers>;

interface FoundArtifact {
  readonly one: Chosen;
  readonly phase: PhaseView;
  readonly path: string;
}

async function artifactOf(desk: Desk, target: Target): Promise<FoundArtifact | null> {
  if (target?.subject.kind !== 'artifact') return null;
  const { subject } = target;
  const one = await chooseSession(desk, target, 'verify', NO_SESSION);
  if (one === null) return null;
  const phase = (await statusOf(one)).phases.find(({ id }) => id === subject.phase);
  if (phase === undefined) return null;
  return { one, phase, path: subject.path };
}

async function openArtifactAtCheckpoint({ one, phase, path }: FoundArtifact): Promise<void> {
  const commit = filesOf(phase);
  if (commit === null) void showInfo('This phase has no checkpoint yet.');
  else await openAt(one, commit, path, labelOf(phase));
}

/** Of a deleted file, and of work that is in no checkpoint, there is none. */
export async function openChangeAtCheckpoint(desk: Desk, change: ChangeSubject): Promise<void> {
  if (change.to === null) return;
  const phase = findSession(desk.store.state, change)?.status?.phases.find(({ id }) => id === change.phase);
  const { root } = desk.store.repository(change.repository);
  await openAtCommit(root, change.to, change.path, phase === undefined ? change.phase : labelOf(phase));
}

const openAt = ({ repository }: Chosen, commit: CommitId, path: string, label: string): Promise<void> =>
  openAtCommit(repository.root, commit, path, label);

async function tipOf(one: Chosen): Promise<CommitId> {
  const tip = (await one.api.log(one.key.session)).at(-1);
  if (tip === undefined) throw new Error(`session ${one.key.session} has no checkpoint`);
  return tip.commit;
}

const labelOf = ({ number }: PhaseView): string => `Phase ${number}`;

function newest(done: readonly PhaseView[]): PhaseView | null {
  return done.reduce<PhaseView | null>(
    (best, phase) => (best === null || (phase.updated ?? '') >= (best.updated ?? '') ? phase : best),
    null,
  );
}
