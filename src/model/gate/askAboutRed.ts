import { listed } from '../../base/listed.ts';
import type { CheckRecord, Question } from '../checkpoint/phaseRecord.ts';
import { shownLine } from '../text/oneLine.ts';
import { RED_ANSWERS } from './redAnswers.ts';

/** A check that was not green before anything was changed, as it ended by now. */
type Red = Pick<CheckRecord, 'name' | 'run' | 'outcome' | 'before' | 'why'>;

type Asks = Omit<Question, 'asked'>;

/** The question where such checks are all that keeps a phase from being done. */
export function askAboutRed(phase: string, red: readonly Red[]): Asks {
  const how = `Nothing else keeps ${phase} from being done: how is it to go on?`;
  const [first] = red;
  const text =
    first !== undefined && red.length === 1
      ? `${named(first)} ${wasAndIs(first)}. ${how}`
      : [
          `${red.length} checks were not green before anything was changed, and are not now. ${how}`,
          ...red.map((one) => `- ${named(one)} ${wasAndIs(one)}`),
        ].join('\n');
  return asking(text, red);
}

/** The question before anybody works, of checks that could not be run, and the phases that need them to pass. */
export function askBeforehand(
  broken: readonly Pick<Red, 'name' | 'run' | 'why'>[],
  phases: readonly string[],
): Asks {
  const them = broken.length === 1 ? 'it' : 'each of them';
  const [verb, is] = phases.length === 1 ? ['needs', 'it is'] : ['need', 'they are'];
  const needs = `${listed(phases, 5)} ${verb} ${them} to pass, and ${is} shown as red where a person lets that be.`;
  const [first] = broken;
  const text =
    first !== undefined && broken.length === 1
      ? `${named(first)} could not be run before anything was changed: ${reason(first)}. ${needs}`
      : [
          `${broken.length} checks could not be run before anything was changed. ${needs}`,
          ...broken.map((one) => `- ${named(one)}: ${reason(one)}`),
        ].join('\n');
  return asking(text, broken);
}

const asking = (text: string, checks: readonly Pick<Red, 'run'>[]): Asks => ({
  about: 'check',
  text,
  options: [...RED_ANSWERS],
  checks: checks.map(({ run }) => run),
});

function wasAndIs(check: Red): string {
  const { outcome, before } = check;
  if (before === 'failed')
    return outcome === 'failed'
      ? 'was red before anything was changed, and still is'
      : `was red before anything was changed, and cannot be run now: ${reason(check)}`;
  return outcome === 'failed'
    ? 'could not be run before anything was changed, and is red now'
    : `could not be run before anything was changed, and still cannot: ${reason(check)}`;
}

const LONGEST = 200;
const named = ({ name }: Pick<Red, 'name'>): string => `\`${shownLine(name, LONGEST)}\``;
const reason = ({ why }: Pick<Red, 'why'>): string => shownLine(why ?? 'nobody knows why', LONGEST);
