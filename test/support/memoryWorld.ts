import { posix } from 'node:path';
import { encodeJournalLine } from '../../src/model/attempt/encodeJournalLine.ts';
import { version } from '../../src/runner/version.ts';
import type { Point } from '../../src/session/points.ts';
import { sha256, startHash } from '../../src/host/hashes.ts';
import type { Agents, Clock, ProcessTask } from '../../src/session/ports.ts';
import type { PhaseId, SessionId } from '../../src/model/names/ids.ts';
import type { World } from '../../src/session/world.ts';
import { memoryFiles } from './memoryFiles.ts';
import { memoryLeases } from './memoryLeases.ts';
import { memoryRepository, type MemoryRepository } from './memoryRepository.ts';
import type { Printed } from './memoryShell.ts';
import { memoryState } from './memoryState.ts';
import { scriptedProcesses } from './scriptedProcesses.ts';
import { silentLog } from './silentLog.ts';

/** A world in which nothing is real: no disk, no process, no time but the clock's. */
export interface MemoryWorld {
  readonly repository: MemoryRepository;
  /** The process of an owner is gone: its leases can be taken over at once. */
  kill(owner: string): void;
  /** What a program of a session printed, where the session looks for it. */
  keepOutput(task: Pick<ProcessTask, 'outputFile'>, printed: Printed): void;
  /** A file of the state of sessions, as a real world has it on disk: its journal, a word on a phase. Null for anything else. */
  stateFile(path: string): string | null;
  /** The world of one more process over it. */
  of(owner: string, watch?: { readonly passes?: (place: string) => void }): World;
}

/**
 * Everything of a session in memory, over the twins that the contract tests hold to the real adapters.
 *
 * `passes` is called at each call of a port and each named point, before it does anything: all the places where
 * something may happen meanwhile. Only the moving of a ref is no such place: the look before it and it are one.
 */
export async function memoryWorld(
  files: Readonly<Record<string, string>>,
  options: { readonly clock: Clock; readonly agents: Agents },
): Promise<MemoryWorld> {
  return memoryWorldOver(await memoryRepository(files), options);
}

/** The same over a repository that is there already. */
export function memoryWorldOver(
  repository: MemoryRepository,
  { clock, agents }: { readonly clock: Clock; readonly agents: Agents },
): MemoryWorld {
  const [state, leases] = [memoryState(`${repository.commonDir}/cairn`), memoryLeases(clock)];
  const disk = memoryFiles(repository.disk);
  return {
    repository,
    kill: leases.kill,
    keepOutput({ outputFile }, { stdout, stderr }) {
      const [, session] = outputFile.slice(state.folder.length).split('/');
      const outputs = state.sessionsNow.get(session as SessionId)?.outputs;
      // Behind what is there: commands of one setup share a file.
      outputs?.set(outputFile, `${outputs.get(outputFile) ?? ''}${stdout}${stderr}`);
    },
    stateFile(path) {
      const [id = '', ...names] = posix.relative(state.folder, path).split('/');
      const session = state.sessionsNow.get(id as SessionId);
      const name = names.join('/');
      if (name === 'journal.jsonl') return session?.journal.map(encodeJournalLine).join('') || null;
      const [, phase] = /^words\/([^/]+)\.word\.json$/.exec(name) ?? [];
      const word = session?.words.get(phase as PhaseId);
      return word === undefined ? null : JSON.stringify(word);
    },
    of(owner, { passes = () => {} } = {}) {
      const spied = <T extends object>(name: string, port: T): T => spy(name, port, passes);
      return {
        repository: spied('repository', repository),
        state: { ...state, of: (session) => spied('state', state.of(session)) },
        leases: leases.of(owner),
        files: spied('files', disk),
        processes: scriptedProcesses(),
        agents,
        secrets: { scan: async () => [] },
        clock,
        ids: { suffix: () => 'abcd' },
        // The true tokenizer is slow, and what it counts is not what is looked at here.
        tokenizer: async () => (text) => Math.ceil(text.length / 4),
        shellReader: () => import('../../src/bundles/shellParser.ts'),
        sha256,
        startHash,
        withinTime: (_ms, task) => ({ value: task() }),
        log: silentLog,
        engine: `cairn/${version}`,
        launcher: async () => '/cairn',
        env: {},
        pathDelimiter: ':',
        canAsk: false,
        settings: {
          worktreePlace: 'beside',
          maxFileBytes: 10 * 1024 * 1024,
          warnAddedBytes: 100 * 1024 * 1024,
          baselineMs: 0,
        },
        reached: (point: Point) => passes(point),
        onProgress: (event) => passes(event.type),
      };
    },
  };
}

/** The port with every call of a function told beforehand. */
function spy<T extends object>(name: string, port: T, passes: (place: string) => void): T {
  return new Proxy(port, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof value !== 'function' || key === 'moveRef') return value;
      return (...args: readonly unknown[]): unknown => {
        passes(`${name}.${String(key)}`);
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}
