import type { ShippedName } from '../../src/model/workflow/shipped/shipped.ts';
import { json, withWords, type ExamplePlay } from './exampleParts.ts';

const claim = (holds: boolean) => ({ claim: 'It is there.', proof: 'src/', holds });
const YES = json('verdict.json', { ok: true, checked: [claim(true)], missing: [] });
export const NO = json('verdict.json', { ok: false, checked: [claim(false)], missing: ['a test'] });
/** By rounds: an attempt that is cut off is followed by another one of the same round. */
const NO_THEN_YES = `if [ "$CAIRN_ROUND" = 1 ]; then\n${NO}\nelse\n${YES}\nfi`;
const SUMMARY = 'work; page summary.md Changed "Not as planned" Cause Change';

/** What an agent of the tests does in each phase of a workflow that comes with Cairn. */
export const SHIPPED_PLAYS: Readonly<Record<ShippedName, ExamplePlay & { readonly shipped: ShippedName }>> = {
  feature: {
    shipped: 'feature',
    parts: withWords({
      plan: 'page plan.md "Done when" Steps Risks',
      implement: SUMMARY,
      verify: NO_THEN_YES,
    }),
    log: [
      'opened',
      'waiting plan',
      'approval plan',
      'phase implement',
      'round verify',
      'phase implement',
      'phase verify',
    ],
  },
  fix: {
    shipped: 'fix',
    parts: withWords({
      reproduce: 'work; touch src/fails; page reproduction.md "How to see it" Expected Cause',
      fix: `rm src/fails; ${SUMMARY}`,
      verify: YES,
    }),
    log: ['opened', 'phase reproduce', 'phase fix', 'phase verify'],
  },
  refactor: {
    shipped: 'refactor',
    parts: withWords({
      plan: `page plan.md Aim "Stays the same" Risks\n${json('tasks.json', {
        tasks: ['model', 'form', 'list'].map((id) => ({ id, title: `the ${id}`, what: `Move the ${id}.` })),
      })}`,
      default: SUMMARY,
      verify: NO_THEN_YES,
    }),
    log: [
      'opened',
      'waiting plan',
      'approval plan',
      'plan plan',
      ...['model', 'form', 'list'].map((id) => `phase change-${id}`),
      'round verify',
      ...['model', 'form', 'list'].map((id) => `phase change-${id}`),
      'phase verify',
    ],
  },
  review: {
    shipped: 'review',
    parts: withWords({
      survey: 'page survey.md Scope Purpose "Where to look"',
      review: json('findings.json', { findings: [], read: ['README.md'] }),
      confirm: 'page review.md Confirmed Dismissed "Not covered"',
    }),
    log: ['opened', 'phase survey', 'phase review', 'phase confirm'],
  },
};
