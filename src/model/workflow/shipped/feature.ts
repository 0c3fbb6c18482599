import type { Commands } from './commands.ts';
import { SHIPPED } from './shipped.ts';
import { DIFF_WORDS, VERDICT_WORDS, verdictPart } from './verdict.ts';
import { checksPart, headPart, proveWords } from './writeParts.ts';

export const feature = (commands: Commands): string =>
  [head(commands), PLAN, implement(commands), verify(commands)].join('\n');

const head = (commands: Commands): string =>
  headPart(commands, SHIPPED.feature, {
    intro: 'A feature: a plan that you approve, the change, and the proof.',
    example: 'Add a dark theme',
    checked: 'implement and verify',
  });

const PLAN = `  - id: plan
    title: Plan the change
    prompt: |
      Work out what the request means in this repository, and plan the change. Do not change the project yet.

      Read the code, tests and docs that it touches before you decide anything. Choose the smallest change that fulfils the whole request and fits what is there.

      Write plan.md so that somebody who has read none of this can carry it out:
      - \`## Done when\`: results, one per line, each something to run or to look at. Cover the whole request and nothing beyond it.
      - \`## Steps\`: in order; for each the file paths, the change, and the test that proves it.
      - \`## Risks\`: what could break and how it would show; what the request leaves open, and what you chose.
    artifacts:
      - path: plan.md
        headings: [Done when, Steps, Risks]   # each must have text below it
    retries: 1                 # where something is missing: once more, told what
    approval: required         # it waits for you: cairn approve, or cairn reject -m "what is wrong"
`;

const implement = (commands: Commands): string => `  - id: implement
    title: Make the change
    prompt: |
      Carry out plan.md from the phase \`plan\`; a person has approved it. If \`verify\` has sent the work back, first do what its verdict lists as missing.

      - Work step by step, each with its test. A test counts only if it fails without the change.
      - Change only what the plan names, in the style of the surrounding code.
      - Where the plan is wrong, do what the request needs.
      - ${proveWords(commands, 'as-before')}

      Write summary.md:
      - \`## Changed\`: each file, and why.
      - \`## Not as planned\`: what differs from the plan and why, or "nothing".
    artifacts:
      - path: summary.md
        headings: [Changed, Not as planned]
${checksPart(commands, 'as-before')}    retries: 2
`;

const verify = (commands: Commands): string => `  - id: verify
    title: Verify the result
    prompt: |
      Decide whether the request is fulfilled. Somebody else made this change: trust no summary, check for yourself. Do not change the project.

      1. Take every line under "Done when" in plan.md, and every part of the request that those lines miss. Prove each: run it, or point to the code and its test.
      2. Read the whole change for breakage and for what nobody asked for: ${DIFF_WORDS}
      3. Check that each new test would fail without the change.

      ${VERDICT_WORDS}
${verdictPart(commands, 'implement', 'as-before')}`;
