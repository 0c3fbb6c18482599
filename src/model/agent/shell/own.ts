import { lookUp } from '../../../base/lookUp.ts';
import { isLiteral, OWN_BIN } from './line.ts';
import { takeOptions, type Options } from './options.ts';

/** A call of Cairn itself that is always allowed, if what it runs besides is. */
export interface OwnCall {
  readonly runs: readonly [string, ...string[]] | null;
  /** A shell command. */
  readonly probe: string | null;
}

/** `--repo` would look into another repository, and other words decide something. */
const LOOKS: Readonly<Record<string, Options>> = {
  show: { long: 'json' },
  path: { long: 'json' },
  packet: { long: 'json' },
  ledger: { long: 'json', longValues: 'section grep' },
};

/** Null for any other call. */
export function ownCall([program, verb = '', ...words]: readonly string[]): OwnCall | null {
  if (program !== OWN_BIN) return null;
  const options = lookUp(LOOKS, verb);
  if (options !== undefined)
    return words.every(isLiteral) && takeOptions(words, options) !== null
      ? { runs: null, probe: null }
      : null;
  return verb === 'effect' ? effect(words) : null;
}

/** `--key KEY [--probe COMMAND] -- PROGRAM …`, each once: of two, one would be judged and the other one run. */
function effect(words: readonly string[]): OwnCall | null {
  const end = words.indexOf('--');
  const given = end === -1 ? null : optionsOf(words.slice(0, end));
  const [program, ...rest] = words.slice(end + 1);
  if (given === null || !given.has('--key') || program === undefined) return null;
  const probe = given.get('--probe') ?? null;
  return [program, ...rest, probe ?? ''].every(isLiteral) ? { runs: [program, ...rest], probe } : null;
}

function optionsOf(words: readonly string[]): ReadonlyMap<string, string> | null {
  const given = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--json') continue;
    const [, name, joined] = /^(--key|--probe)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined || given.has(name)) return null;
    const value = joined ?? words[++at];
    if (value === undefined || value.startsWith('-')) return null;
    given.set(name, value);
  }
  return given;
}
