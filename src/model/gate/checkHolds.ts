import type { CheckRecord } from '../checkpoint/phaseRecord.ts';
import type { CheckRule } from '../workflow/workflow.ts';

export interface Asked extends Pick<CheckRule, 'expect'> {
  /** `let-be`: a person said that what was not green before anything was changed does not hold a phase up. */
  readonly red: CheckRule['red'] | 'let-be';
  /** The phase in which it has passed since it was red before. */
  readonly passedIn?: string;
}

const MUST_PASS: Asked = { expect: 'pass', red: 'must-pass' };

type Ended = Pick<CheckRecord, 'outcome' | 'before'>;

/**
 * Whether a check lets its phase close. Only one that failed before and fails now may be red as before: what could not run to a verdict,
 * then or now, shows nothing, unless a person lets it be.
 */
export function checkHolds(ended: Ended, { expect, red }: Asked = MUST_PASS): boolean {
  const { outcome, before } = ended;
  if (expect === 'fail') return outcome === 'failed';
  if (outcome === 'passed') return true;
  if (red === 'let-be') return wasRed(ended);
  return red === 'as-before' && outcome === 'failed' && before === 'failed';
}

/** A person may let be what does not hold and never was green: what worked before anything was changed, or since, is nobody's to let be. */
export const mayBeLetBe = (
  check: Pick<CheckRecord, 'before'>,
  { expect, passedIn }: Asked = MUST_PASS,
): boolean => expect === 'pass' && passedIn === undefined && wasRed(check);

const wasRed = ({ before }: Pick<CheckRecord, 'before'>): boolean =>
  before !== undefined && before !== 'passed';

/** Why one does not, with what it had said before anything was changed, if that is known. */
export function sayNotHeld(
  check: Pick<CheckRecord, 'name' | 'outcome' | 'before' | 'exitCode' | 'why'>,
  asked: Asked = MUST_PASS,
): string {
  const { name, outcome, exitCode, why } = check;
  if (outcome === 'passed')
    return `the check "${name}" passed, and is to fail: it shows nothing that is wrong`;
  const said =
    outcome === 'failed'
      ? `the check "${name}" failed with exit code ${exitCode ?? 'unknown'}`
      : `the check "${name}" broke: ${why ?? 'it could not be run'}`;
  if (asked.expect === 'fail') return said;
  const { passedIn } = asked;
  return `${said}${passedIn === undefined ? sayBefore(check) : `; it has passed in ${passedIn}, so it is not red as before`}`;
}

function sayBefore({ outcome, before }: Ended): string {
  if (before === undefined) return '';
  if (before === 'passed') return '; before anything was changed it passed';
  if (before === outcome)
    return before === 'failed'
      ? '; it failed before anything was changed, too'
      : '; it could not be run before anything was changed, either';
  return before === 'failed'
    ? '; before anything was changed it failed'
    : '; before anything was changed it could not be run, so nobody knows whether that is new';
}
