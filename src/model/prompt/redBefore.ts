import type { BaselineRecord } from '../checkpoint/phaseRecord.ts';
import { saidOf } from '../gate/before.ts';
import { tellingLines } from '../text/oneLine.ts';
import type { PromptInput } from './promptInput.ts';
import { fenced } from './ruleWords.ts';

const LINES = 15;

/** Which checks of a phase had not passed before anything was changed, and what that means for it. */
export function redBefore({ checks, baseline = [] }: PromptInput): readonly string[] {
  const red = checks
    .filter(({ expect }) => expect === 'pass')
    .flatMap((check) => {
      const said = saidOf(baseline, check.run);
      return said === undefined || said.outcome === 'passed' ? [] : [words(check, said)];
    });
  if (red.length === 0) return [];
  return [
    '## What did not pass before anything was changed',
    'The checks were run once before this work began:',
    ...red.flat(),
  ];
}

function words(
  { name, red }: PromptInput['checks'][number],
  { outcome, exitCode, why, tail }: BaselineRecord,
): readonly string[] {
  const said =
    outcome === 'failed'
      ? `failed with exit code ${exitCode ?? 'unknown'}. ${red === 'must-pass' ? MUST_PASS : MAY_FAIL}`
      : `could not be run: ${why ?? 'nobody knows why'}. ${red === 'let-be' ? LET_BE : MUST_PASS}`;
  const lines = tellingLines(tail, LINES);
  return [`- \`${name}\` ${said}`, ...(lines.length === 0 ? [] : [fenced(lines.join('\n'))])];
}

const MAY_FAIL =
  'It may fail still. Compare: nothing may fail that did not fail then, and what the request is not about is not yours to mend.';
const LET_BE = 'A person lets that be: it may go on like that.';
const MUST_PASS = 'It has to pass when you end.';
