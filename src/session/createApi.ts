import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import type { RepoPath, SessionId } from '../model/names/ids.ts';
import type { CairnApi } from './api.ts';
import { cancelSession } from './decide/cancelSession.ts';
import { answer, approve, reject } from './decide/decide.ts';
import { permit, permitInWords } from './decide/permit.ts';
import { steer } from './decide/steer.ts';
import { deleteSession } from './decide/deleteSession.ts';
import { listEffects } from './effects/readEffects.ts';
import { runEffect } from './effects/runEffect.ts';
import { settle } from './decide/settle.ts';
import { forkSession, previewFork } from './fork/forkSession.ts';
import { explainDamage } from './record/damage.ts';
import { findSession } from './record/findSession.ts';
import { readSession } from './record/sessionRecord.ts';
import { landSession } from './decide/landSession.ts';
import { listSessions } from './look/listSessions.ts';
import { listWorkflows } from './open/listWorkflows.ts';
import { patch, phaseDiff } from './look/phaseDiff.ts';
import { planOpening } from './open/planOpening.ts';
import { rescueApply, rescueDelete } from './rescue/rescueApply.ts';
import { listRescues, rescueDiff } from './rescue/rescues.ts';
import { previewRestore, restoreSession } from './restore/restoreSession.ts';
import { listOutputs, readAttempt } from './look/attemptOutput.ts';
import { findCheckOutput, readOutput } from './look/readOutput.ts';
import { resolveSession } from './look/resolveSession.ts';
import { resumeSession } from './resume/resumeSession.ts';
import { readThen } from './record/sessionMove.ts';
import { listCheckpoints, sessionLog } from './look/sessionLog.ts';
import { sessionStatus } from './look/sessionStatus.ts';
import { readPacket, showPointer } from './look/showPointer.ts';
import { startSession } from './open/startSession.ts';
import { pauseSession, stopSession } from './decide/stopSession.ts';
import { agentsAhead } from './look/agentsAhead.ts';
import { findWorkFile } from './look/findWorkFile.ts';
import { findAgents } from './look/findAgents.ts';
import { refuseInsidePhase } from './drive/withDrive.ts';
import { listTrusted, trustCommands, viewTrust, withdrawTrust } from './trust/trustSession.ts';
import { verifyAll, verifySession } from './look/verifySession.ts';
import { workingRoot } from './workingTree/workingRoot.ts';
import type { World } from './world.ts';

/** Binds every use case to a world. */
export function createApi(world: World): CairnApi {
  return {
    start: (options, signal) => startSession(world, options, signal),
    previewStart: async (options) => {
      const { session, uncommitted, told } = await planOpening(world, options);
      return { session, uncommitted, told };
    },
    workflows: () => listWorkflows(world),
    agentsAhead: (request) => agentsAhead(world, request),
    list: () => listSessions(world),
    find: (name) => resolveSession(world, name),
    verify: async (session) => (session === null ? verifyAll(world) : [await verifySession(world, session)]),
    watchPaths: (session) => watched(world, session),
    readAt: (commit, path) => readThen(world.repository, commit, path as RepoPath),
    listAt: (commit, folder) => world.repository.list(commit, folder as RepoPath),
    trusted: () => listTrusted(world),
    agents: () => findAgents(world),
    dispose: () => world.repository.dispose(),
    ...explained(world, actsOf(world)),
  };
}

type Act = (session: SessionId, ...rest: never[]) => Promise<unknown>;
/** The members that act on one session. */
type Acts = {
  readonly [K in keyof CairnApi as Parameters<CairnApi[K]>[0] extends SessionId ? K : never]: CairnApi[K];
};

function actsOf(world: World): Acts {
  return {
    resume: (session, options, signal) => resumeSession(world, session, options, signal),
    status: (session) => sessionStatus(world, session),
    log: (session) => sessionLog(world, session),
    checkpoints: (session, wanted) => listCheckpoints(world, session, wanted),
    output: (session, phase) => readOutput(world, session, phase),
    outputs: (session, phase, upTo) => listOutputs(world, session, phase, upTo),
    attemptOutput: (session, phase, attempt, of) => readAttempt(world, session, phase, attempt, of),
    checkOutput: (session, phase, n) => findCheckOutput(world, session, phase, n),
    diff: (session, phase) => phaseDiff(world, session, phase),
    patch: (session, diff) => patch(world, session, diff),
    packet: (session, phase) => readPacket(world, session, phase),
    show: (session, pointer) => showPointer(world, session, pointer),
    path: (session) => pathOf(world, session),
    workFile: (session, path) => findWorkFile(world, session, path),
    approve: (session, phase, comment) => approve(world, session, phase, comment),
    reject: (session, phase, comment) => reject(world, session, phase, comment),
    answer: async (session, text) =>
      (await permitInWords(world, session, text)) ?? answer(world, session, text),
    permit: (session, id, word) => permit(world, session, id, word),
    claimPermission: (session, id) => world.state.of(session).permissions.claim(id),
    steer: (session, text) => steer(world, session, text),
    restore: (session, target, { dryRun }) =>
      dryRun ? previewRestore(world, session, target) : restoreSession(world, session, target),
    fork: (session, to, { id }) => forkSession(world, session, to, id),
    previewFork: (session, to, { id }) => previewFork(world, session, to, id),
    land: (session, how) => landSession(world, session, how),
    effect: (session, options, streams, signal) => runEffect(world, session, options, streams, signal),
    effects: (session) => listEffects(world, session),
    settleEffect: (session, of) => settle(world, session, of),
    rescues: (session) => listRescues(world, session),
    rescueDiff: (session, n) => rescueDiff(world, session, n),
    rescueApply: (session, n, paths) => rescueApply(world, session, n, paths),
    rescueDelete: (session, n) => rescueDelete(world, session, n),
    stop: (session) => stopSession(world, session),
    pause: (session) => pauseSession(world, session),
    cancel: (session) => cancelSession(world, session),
    delete: (session, options) => deleteSession(world, session, options),
    commands: (session) => viewTrust(world, session),
    trust: async (session, hash) => {
      refuseInsidePhase(world, 'trust');
      await trustCommands(world, session, hash);
    },
    withdrawTrust: (session) => withdrawTrust(world, session),
  };
}

/** When an act meets a missing object: adds whose it is and which checkpoint is the last good one. */
function explained<A extends Readonly<Record<string, Act>>>(world: World, acts: A): A {
  const one =
    (act: Act): Act =>
    async (session, ...rest) => {
      try {
        return await act(session, ...rest);
      } catch (error) {
        throw await explainDamage(world, session, error);
      }
    };
  return Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, one(act)])) as A;
}

async function pathOf(world: World, session: SessionId): Promise<string> {
  const { ref, tip } = await findSession(world, session);
  const root = await workingRoot(world, session);
  if (root !== null) return root;
  const { status } = await readSession(world.repository, session, ref, tip);
  const isOver = status.state === 'done' || status.state === 'cancelled';
  const over = isOver ? ref.slice('refs/heads/'.length) : null;
  throw new CairnError('usage/not-possible', {
    act: 'path',
    session,
    refusal: { because: 'no-working-tree', over },
  });
}

/** State folder and refs. Only hints: `list` has the answer. */
function watched({ state, repository }: World, session: SessionId | null): readonly string[] {
  const refs = [join(repository.commonDir, 'refs', 'heads'), join(repository.commonDir, 'packed-refs')];
  return session === null ? [state.folder, ...refs] : [state.of(session).folder, ...refs];
}
