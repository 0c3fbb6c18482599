import { join } from 'node:path';
import type { RepoPath, SessionId } from '../model/names/ids.ts';
import type { CairnApi } from './api.ts';
import { listSessions } from './look/listSessions.ts';
import { listWorkflows } from './open/listWorkflows.ts';
import type { World } from './world.ts';

/** Each part is loaded with the first call that needs it: a window that shows a list, and most commands, need little. */
const looking = () => import('./looking.ts');
const inspecting = () => import('./inspecting.ts');
const acting = () => import('./acting.ts');

/** Binds every use case to a world. */
export function createApi(world: World): CairnApi {
  return {
    start: async (options, signal) => {
      const { startSession, beyond } = await acting();
      return startSession(world, options, signal, beyond(null));
    },
    previewStart: async (options) => {
      const { planOpening } = await acting();
      const { session, uncommitted, told, ahead, unattended } = await planOpening(world, options);
      return { session, uncommitted: uncommitted.left, told, ahead, unattended };
    },
    lookAhead: async (options) => (await acting()).lookAhead(world, options),
    whyNotInput: async (workflow, name, value) => (await acting()).whyNotInput(world, workflow, name, value),
    workflows: () => listWorkflows(world),
    shipped: async (name) => (await acting()).shippedHere(world, name),
    agentsAhead: async (request) => (await inspecting()).agentsAhead(world, request),
    list: () => listSessions(world),
    find: async (name, wanted) => (await looking()).resolveSession(world, name, wanted),
    findStatus: async (name) => (await looking()).findStatus(world, name),
    verify: async (session) => {
      const { verifyAll, verifySession } = await inspecting();
      return session === null ? verifyAll(world) : [await verifySession(world, session)];
    },
    noteWord: async ({ session }) => (await acting()).noteWord(world, session),
    watchPaths: (session) => watched(world, session),
    readAt: async (commit, path) => (await inspecting()).readThen(world.repository, commit, path as RepoPath),
    listAt: (commit, folder) => world.repository.list(commit, folder as RepoPath),
    trusted: async () => (await inspecting()).listTrusted(world),
    agents: async () => (await inspecting()).findAgents(world),
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
    resume: async (session, options, signal) =>
      (await acting()).resumeSession(world, session, options, signal),
    status: async (session) => (await looking()).sessionStatus(world, session),
    log: async (session) => (await looking()).sessionLog(world, session),
    checkpoints: async (session, wanted) => (await looking()).listCheckpoints(world, session, wanted),
    output: async (session, phase) => (await inspecting()).readOutput(world, session, phase),
    outputs: async (session, phase, upTo) => (await inspecting()).listOutputs(world, session, phase, upTo),
    attemptOutput: async (session, phase, attempt, of) =>
      (await inspecting()).readAttempt(world, session, phase, attempt, of),
    checkOutput: async (session, phase, n) => (await inspecting()).findCheckOutput(world, session, phase, n),
    diff: async (session, phase) => (await inspecting()).phaseDiff(world, session, phase),
    patch: async (session, diff) => (await inspecting()).patch(world, session, diff),
    packet: async (session, phase) => (await inspecting()).readPacket(world, session, phase),
    conditions: async (session) => (await inspecting()).sessionConditions(world, session),
    ledger: async (session) => (await inspecting()).sessionLedger(world, session),
    show: async (session, pointer) => (await inspecting()).showPointer(world, session, pointer),
    result: async (session) => (await inspecting()).readResult(world, session),
    path: async (session, phase = null) => (await inspecting()).sessionPath(world, session, phase),
    workFile: async (session, path, phase = null) =>
      (await inspecting()).findWorkFile(world, session, path, phase),
    approve: async (session, phase, comment) => (await acting()).approve(world, session, phase, comment),
    reject: async (session, phase, comment) => (await acting()).reject(world, session, phase, comment),
    answer: async (session, text, phase = null) => {
      const { answer, permitInWords } = await acting();
      return (await permitInWords(world, session, text, phase)) ?? answer(world, session, text, phase);
    },
    layConflict: async (session, phase) => (await acting()).layConflict(world, session, phase),
    permit: async (session, id, word) => (await acting()).permit(world, session, id, word),
    claimPermission: (session, id) => world.state.of(session).permissions.claim(id),
    steer: async (session, text) => (await acting()).steer(world, session, text),
    restore: async (session, target, { dryRun }) => {
      const { previewRestore, restoreSession } = await acting();
      return (dryRun ? previewRestore : restoreSession)(world, session, target);
    },
    fork: async (session, to, { id }) => (await acting()).forkSession(world, session, to, id),
    previewFork: async (session, to, { id }) => (await acting()).previewFork(world, session, to, id),
    land: async (session, how) => (await acting()).landSession(world, session, how),
    effect: async (session, options, streams, signal) =>
      (await acting()).runEffect(world, session, options, streams, signal),
    effects: async (session) => (await inspecting()).listEffects(world, session),
    settleEffect: async (session, of) => (await acting()).settle(world, session, of),
    rescues: async (session) => (await inspecting()).listRescues(world, session),
    rescueDiff: async (session, n) => (await inspecting()).rescueDiff(world, session, n),
    rescueApply: async (session, n, paths) => (await acting()).rescueApply(world, session, n, paths),
    rescueDelete: async (session, n) => (await acting()).rescueDelete(world, session, n),
    stop: async (session) => (await acting()).stopSession(world, session),
    pause: async (session) => (await acting()).pauseSession(world, session),
    cancel: async (session) => (await acting()).cancelSession(world, session),
    delete: async (session, options) => (await acting()).deleteSession(world, session, options),
    commands: async (session) => (await inspecting()).viewTrust(world, session),
    trust: async (session, hash) => {
      const { refuseInsidePhase, trustCommands } = await acting();
      refuseInsidePhase(world, 'trust');
      await trustCommands(world, session, hash);
    },
    withdrawTrust: async (session) => (await acting()).withdrawTrust(world, session),
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
        throw await (await looking()).explainDamage(world, session, error);
      }
    };
  return Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, one(act)])) as A;
}

/** State folder and refs. Only hints: `list` has the answer. */
function watched({ state, repository }: World, session: SessionId | null): readonly string[] {
  const refs = [join(repository.commonDir, 'refs', 'heads'), join(repository.commonDir, 'packed-refs')];
  return session === null ? [state.folder, ...refs] : [state.of(session).folder, ...refs];
}
