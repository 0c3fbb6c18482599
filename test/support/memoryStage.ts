import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import type { AgentsOptions } from '../../src/agents/agentsOptions.ts';
import { createAgents } from '../../src/agents/createAgents.ts';
import { defined } from '../../src/agents/makeAgent.ts';
import { createClock } from '../../src/host/clock.ts';
import { parseAgentSettings, type AgentDefinition } from '../../src/model/agent/agentSettings.ts';
import type { WorldOptions } from '../../src/runner/openWorld.ts';
import { createSecretScanner } from '../../src/secrets/createSecretScanner.ts';
import { createApi } from '../../src/session/createApi.ts';
import type { CairnApi } from '../../src/session/api.ts';
import type { Agent, Agents, Processes } from '../../src/session/ports.ts';
import type { Progress } from '../../src/session/progress.ts';
import type { World } from '../../src/session/world.ts';
import type * as Tokenizer from '../../src/bundles/tokenizer.ts';
import { builtTokenizer } from './builtPrograms.ts';
import { functionAgent } from './functionAgent.ts';
import { temporaryFolder, type GitRepo } from './gitRepo.ts';
import { memoryGit } from './memoryGit.ts';
import { memoryRepo } from './memoryRepo.ts';
import { memoryShell } from './memoryShell.ts';
import { memoryWorld, memoryWorldOver, type MemoryWorld } from './memoryWorld.ts';
import { mortalWorld } from './mortalWorld.ts';
import { agentIn, PLAYER, USUAL_PART, type PlayedAgent } from './playedAgent.ts';
import {
  flowText,
  seatOf,
  stage as realStage,
  type Flow,
  type Seat,
  type Stage,
  type StageOptions,
} from './session.ts';

type Over = Partial<WorldOptions>;

/** What a world of twins takes of the options of a real one. */
const TAKEN = ['onProgress', 'reached', 'log', 'canAsk', 'settings', 'env', 'agents', 'extraAgents'] as const;

const PLAY = '/play';

const ON_GIT = process.env['CAIRN_STAGE'] === 'real';

const require = createRequire(import.meta.url);

const secrets = createSecretScanner(() => import('../../src/bundles/secretRules.ts'));

/**
 * As {@link realStage}, without disk, git or processes: for tests whose subject is what a session decides. What git, files and
 * processes do is the subject of others, and contract tests hold the twins to them. `npm run test:thorough` plays the same
 * tests on the real thing.
 */
export const stage: typeof realStage = ON_GIT ? realStage : (flow, options) => memoryStage(flow, options);

/** A folder outside of every repository of a stage, for what its programs leave behind. */
export const outside = async (): Promise<string> => (ON_GIT ? temporaryFolder() : '/');

async function memoryStage(
  flow: Flow | string,
  { files = {}, world = {}, plays, repo: special }: StageOptions = {},
): Promise<Stage> {
  if (special !== undefined) throw new Error('twins know one kind of repository');
  const options = { clock: createClock(), agents: { resolve: nobody, survey: async () => [] } };
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(flow), ...textsOf(files) },
    options,
  );
  const worlds = new Map([[memory.repository.root, memory]]);
  const played = plays && functionAgent(plays, (root) => treeOf(memory, root));
  const agent = played ?? playedIn(memory);
  const all = played ? { extraAgents: [played.agent], ...world } : world;
  let seats = 0;
  const seat: Stage['seat'] = async ({ folder = memory.repository.root, ...over } = {}) => {
    const clone = memory.repository.beside.clones.get(folder);
    if (clone !== undefined && !worlds.has(folder)) worlds.set(folder, memoryWorldOver(clone, options));
    const there = worlds.get(folder);
    if (there === undefined) throw new Error(`no twin at ${folder}`);
    return takeSeat(there, `seat-${++seats}`, { ...all, ...over });
  };
  const s = { ...(await seat()), agent, seat };
  engines.set(s, () => mortalEngine(memory, `seat-${++seats}`, all));
  return s;
}

/** An engine that can be killed. */
export interface MortalEngine {
  readonly api: CairnApi;
  kill(): void;
}

const engines = new WeakMap<Stage, () => MortalEngine>();

/** Another process over the twins of a stage, which can be killed. Null: the stage is the real one. */
export const playedEngine = (s: Stage): MortalEngine | null => engines.get(s)?.() ?? null;

function mortalEngine(memory: MemoryWorld, owner: string, over: Over): MortalEngine {
  const { world, die } = mortalWorld(worldAt(memory, owner, over), null);
  return {
    api: createApi(world),
    kill() {
      die();
      memory.kill(owner);
    },
  };
}

const nobody = (): never => {
  throw new Error('a seat has agents of its own');
};

function textsOf(files: Readonly<Record<string, string | Uint8Array>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => {
      if (typeof content !== 'string') throw new Error('twins begin with text');
      return [path, content];
    }),
  );
}

function takeSeat(memory: MemoryWorld, owner: string, over: Over): Seat {
  const progress: Progress[] = [];
  const api = createApi(worldAt(memory, owner, { onProgress: (event) => progress.push(event), ...over }));
  return seatOf({
    repo: treeOf(memory, memory.repository.root),
    progress,
    api,
    dispose: () => api.dispose(),
    at: (root) => treeOf(memory, root),
  });
}

const treeOf = ({ repository, stateFile }: MemoryWorld, root: string): GitRepo =>
  memoryRepo(repository, root, stateFile);

function worldAt(memory: MemoryWorld, owner: string, over: Over): World {
  const unknown = Object.keys(over).filter((key) => !TAKEN.some((taken) => taken === key));
  if (unknown.length > 0) throw new Error(`twins know nothing of ${unknown.join(', ')}`);
  const twins = memory.of(owner);
  const processes = memoryShell(memory.repository.disk, memory.keepOutput, (cwd, args) =>
    memoryGit(memory.repository, cwd, args),
  );
  return {
    ...twins,
    processes,
    secrets,
    tokenizer: async () => (require(builtTokenizer) as Pick<typeof Tokenizer, 'count'>).count,
    agents: agentsOn(processes, over, memory.keepOutput),
    onProgress: over.onProgress ?? twins.onProgress,
    reached: over.reached ?? twins.reached,
    log: over.log ?? twins.log,
    canAsk: over.canAsk ?? twins.canAsk,
    settings: { ...twins.settings, ...over.settings },
    env: over.env ?? twins.env,
  };
}

/** The player by its name, and what the options bring; known programs are looked for on no PATH. */
function agentsOn(
  processes: Processes,
  { agents: settings, extraAgents = [] }: Over,
  keep: MemoryWorld['keepOutput'],
): Agents {
  const parsed = parseAgentSettings('the test', JSON.stringify({ agents: settings ?? {} }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const options: AgentsOptions = {
    processes,
    env: {},
    agentSettings: parsed.value.agents,
    settingsPlace: 'the test',
    extra: extraAgents,
  };
  const { survey, resolve } = createAgents(options);
  const player: AgentDefinition = { kind: 'command', command: [`${PLAY}/player`], env: {}, stallMs: null };
  return {
    survey,
    async resolve(choice) {
      const isBrought = extraAgents.some(({ name }) => name === 'player');
      if (!isBrought && settings === undefined && choice.kind === 'named' && choice.name === 'player')
        return defined('player', player, null, options);
      // The one program that is there without a PATH.
      if (choice.kind === 'command' && choice.command[0] === 'sh')
        return defined('sh', { ...choice, stallMs: null }, null, options);
      const agent = await resolve(choice);
      return agent.kind === 'manual' ? keepingOutput(agent, keep) : agent;
    },
  };
}

/** A person's agent writes what it asks to the disk itself: elsewhere than a path of the twins would lead there. */
const keepingOutput = (agent: Agent, keep: MemoryWorld['keepOutput']): Agent => ({
  ...agent,
  async run(task) {
    const outputFile = posix.join(await temporaryFolder(), 'agent.log');
    const outcome = await agent.run({ ...task, outputFile });
    keep(task, { stdout: await readFile(outputFile, 'utf8').catch(() => ''), stderr: '' });
    return outcome;
  },
});

/** The agent of `playedAgent`, on the disk of the twins. */
function playedIn({ repository: { disk } }: MemoryWorld): PlayedAgent {
  const put = (name: string, text: string, mode: '100644' | '100755' = '100644'): void =>
    void disk.set(posix.join(PLAY, name), { kind: 'file', bytes: Buffer.from(text), mode });
  put('player', PLAYER, '100755');
  for (const of of ['usual', 'default']) put(`${of}.part`, USUAL_PART);
  const agent = agentIn(
    async (name, text) => put(name, text),
    async (name) => {
      const node = disk.get(posix.join(PLAY, name));
      return node?.kind === 'file' ? Buffer.from(node.bytes).toString('utf8') : null;
    },
  );
  return { ...agent, settings: {}, folder: PLAY };
}
