import type { AgentOutcome } from '../agent/agentOutcome.ts';
import { whyDenied, type Denial } from '../agent/denials.ts';
import { NOBODY } from '../agent/rejected.ts';
import { sayReached } from '../limits/sayLimit.ts';
import type { CheckRecord } from '../checkpoint/phaseRecord.ts';
import { checkHolds, mayBeLetBe, sayNotHeld, type Asked } from './checkHolds.ts';

export interface GateFacts {
  readonly agent: AgentOutcome;
  /** One for each artifact that the phase promises; without reasons it holds. */
  readonly artifacts: readonly { readonly path: string; readonly reasons: readonly string[] }[];
  /** One for each check that ran. */
  readonly checks: readonly CheckRecord[];
  /** By name, what is asked of a check; one that is not there must pass. */
  readonly rules: ReadonlyMap<string, Asked>;
  /** Secrets found in what would be published; 1-based lines. */
  readonly secrets: readonly { readonly path: string; readonly line: number; readonly what: string }[];
  /** What was in the way of the session's own files. */
  readonly obstacles?: readonly string[];
  /** `required`: an approval is required and not given yet. */
  readonly approval: 'none' | 'required';
  /** What the agent was not allowed to do: not a reason by itself, but it may explain another. */
  readonly denials: readonly Denial[];
}

/**
 * `broke`: a check could not run to a verdict, so another attempt would prove nothing. `red`: the checks that alone keep it from holding,
 * where none of them was green before anything was changed; a person may let them be.
 */
export type Verdict =
  | { readonly kind: 'holds' }
  | { readonly kind: 'needs-approval' }
  | {
      readonly kind: 'fails';
      readonly reasons: readonly string[];
      readonly broke: boolean;
      readonly red: readonly CheckRecord[];
    };

/** Decides whether a phase may close. A phase without artifacts and checks never may: silence is no proof. */
export function gateVerdict(facts: GateFacts): Verdict {
  const { agent, artifacts, checks, secrets, approval, denials, obstacles = [] } = facts;
  const asked = askedOf(facts);
  // An agent that was refused did not get to its artifacts: their absence says nothing.
  const promised = agent.kind === 'rate-limited' ? [] : artifacts;
  const others = [
    ...whyNotCompleted(agent),
    ...obstacles,
    ...promised.flatMap((artifact) => artifact.reasons),
    ...secrets.map(({ path, line, what }) => `${path}:${line} holds a secret (${what})`),
    ...(secrets.length === 0 ? [] : [HOW_TO_ALLOW]),
  ];
  const held = checks.filter((check) => !checkHolds(check, asked(check)));
  const reasons = [...others, ...held.map((check) => sayNotHeld(check, asked(check)))];
  if (artifacts.length === 0 && checks.length === 0)
    reasons.push('nothing was checked: the phase has neither artifacts nor checks');
  if (reasons.length === 0) return { kind: approval === 'required' ? 'needs-approval' : 'holds' };
  const isRed = others.length === 0 && held.every((check) => mayBeLetBe(check, asked(check)));
  return {
    kind: 'fails',
    reasons: [...reasons, ...whyDenied(denials)],
    broke: held.some(({ outcome }) => outcome === 'broke'),
    red: isRed ? held : [],
  };
}

/** What nobody was there to allow may be why a check is red still: then a person is asked, whatever it had said before. */
function askedOf({ rules, denials }: GateFacts): (check: CheckRecord) => Asked | undefined {
  const isDenied = denials.some(({ by }) => by === NOBODY);
  return ({ name }) => {
    const rule = rules.get(name);
    return isDenied && rule?.red === 'as-before' ? { ...rule, red: 'must-pass' } : rule;
  };
}

/** The reason includes the exit code, if there is one. */
const whyCrashed = ({ reason, notStarted }: Extract<AgentOutcome, { readonly kind: 'crashed' }>): string =>
  `the agent ${notStarted === true ? 'did not begin' : 'crashed'}: ${reason}`;

function whyNotCompleted(agent: AgentOutcome): readonly string[] {
  switch (agent.kind) {
    case 'completed':
      return [];
    case 'needs-input':
      return [`the agent asks: ${agent.question}`];
    case 'refused':
      return [`the agent refused: ${agent.reason}`];
    case 'cancelled':
      return ['the agent was cancelled'];
    case 'timed-out':
      return [`the agent was still at work after ${seconds(agent.afterMs)} and was ended`];
    case 'stalled':
      return [`the agent said nothing for ${seconds(agent.afterMs)} and was ended`];
    case 'limited':
      return [`the agent was ended: ${sayReached(agent.reached)}`];
    case 'crashed':
      return [whyCrashed(agent)];
    case 'rate-limited':
      return ['the agent was refused by its provider for too many requests'];
    case 'unauthenticated':
      return [
        agent.login === null ? 'the agent is not signed in' : `the agent is not signed in (${agent.login})`,
      ];
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/** The marker by which a person says that something is not a secret. */
const HOW_TO_ALLOW =
  'a secret is in no checkpoint: take it out; where it is none, a person allows it by "cairn:allow-secret" in that line or the line before';
