import type { Agent } from '../session/ports.ts';
import { carriedVersion } from './carriedVersion.ts';
import { findProgram } from './findProgram.ts';
import { presetStartedBy, type Preset } from './presets.ts';
import { programVersion } from './programVersion.ts';

type Command = readonly [string, ...string[]];
type Environment = Readonly<Record<string, string | undefined>>;
type Version = Agent['version'];

/** A person's own program is never started to be asked: nobody knows what it does with `--version`. */
export function versionOf(command: Command, env: Environment): Version {
  const program = presetStartedBy(command) === undefined ? null : findProgram(command[0], env, null);
  return program === null ? async () => null : once(() => programVersion(program, env));
}

/** Of an agent over the protocol: that of what its adapter starts, where it is reached through one. */
export function versionOverAcp(preset: Preset | undefined, command: Command, env: Environment): Version {
  const carries = preset?.acp.carries;
  const program = carries === undefined ? null : findProgram(command[0], env, null);
  if (carries === undefined || program === null) return versionOf(command, env);
  return once(() => carriedVersion(carries, program, env));
}

function once(ask: Version): Version {
  let told: Promise<string | null> | null = null;
  return () => (told ??= ask());
}
