import {
  aloneEnvironment,
  DURABLE_CONFIG,
  FLUSHED_LATER_CONFIG,
  gitEnvironment,
  personEnvironment,
  PERSONS_CONFIG,
  PRIVATE_INDEX_CONFIG,
  QUIET_CONFIG,
  type Environment,
} from './env.ts';
import type { ForkServer } from './forkServer/openForkServer.ts';

export interface GitCall {
  readonly cwd: string;
  /** Private index to use instead of the working tree's own. */
  readonly index?: string;
  readonly input?: Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Config for this call; keys may hold characters that `-c` cannot take. */
  readonly config?: readonly (readonly [key: string, value: string])[];
  /** Exit codes that are answers; others throw. Default: 0 only. */
  readonly answers?: readonly number[];
  /** Ended, as {@link TOO_MUCH}, once it has printed more than this many bytes. */
  readonly most?: number;
  /** Takes locks and flushes what it writes; `flushed-later`: the caller flushes the loose objects. */
  readonly writes?: true | 'flushed-later';
  /** In a git directory of ours: its config and attributes alone have a say, and nothing of the caller's environment that is git's. */
  readonly alone?: true;
  /** Runs with the person's own hooks, signing and identity; ended after this many milliseconds of silence. */
  readonly asPerson?: { readonly timeoutMs: number };
}

/** In place of an exit code, as in `timeout(1)`. */
export const TIMED_OUT = 124;

/** In place of an exit code: it printed more than `most`. */
export const TOO_MUCH = 125;

export interface GitProgram {
  readonly binary: string;
  readonly env: Environment;
  /** Default: this process starts each git itself. */
  readonly forkServer?: ForkServer;
}

/** Config as arguments before the command. */
export function configArguments(config: readonly string[]): string[] {
  return config.flatMap((line) => ['-c', line]);
}

/** Environment and config of a call, also for long-lived helpers. */
export function settingsOf(
  program: GitProgram,
  call: Pick<GitCall, 'index' | 'env' | 'config' | 'writes' | 'asPerson' | 'alone'>,
): { env: Record<string, string>; config: string[] } {
  if (call.asPerson)
    return {
      env: personEnvironment(program.env),
      config: configArguments([...PERSONS_CONFIG, ...DURABLE_CONFIG]),
    };
  const durable = call.writes === 'flushed-later' ? FLUSHED_LATER_CONFIG : DURABLE_CONFIG;
  if (call.alone)
    return {
      env: { ...aloneEnvironment(program.env), ...call.env },
      config: configArguments(call.writes ? durable : []),
    };
  const env = gitEnvironment(program.env, {
    ...(call.writes ? {} : { GIT_OPTIONAL_LOCKS: '0' }),
    ...(call.index === undefined ? {} : { GIT_INDEX_FILE: call.index }),
    ...call.env,
    ...countedConfig(program.env, call.config ?? []),
  });
  const config = [
    ...QUIET_CONFIG,
    ...(call.writes ? durable : []),
    ...(call.index === undefined ? [] : PRIVATE_INDEX_CONFIG),
  ];
  return { env, config: configArguments(config) };
}

/** Numbered after those in the person's environment. */
function countedConfig(caller: Environment, config: NonNullable<GitCall['config']>): Record<string, string> {
  if (config.length === 0) return {};
  const before = Number(caller['GIT_CONFIG_COUNT'] || 0) || 0;
  const entries = config.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${before + at}`, key],
    [`GIT_CONFIG_VALUE_${before + at}`, value],
  ]);
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(before + config.length) };
}
