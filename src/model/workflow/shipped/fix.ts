import type { Commands } from './commands.ts';
import { SHIPPED } from './shipped.ts';
import { DIFF_WORDS, VERDICT_WORDS, verdictPart } from './verdict.ts';
import { checksPart, headPart, proveWords } from './writeParts.ts';

export const fix = (commands: Commands): string =>
  [head(commands), REPRODUCE, fixCause(commands), verify(commands)].join('\n');

const head = (commands: Commands): string =>
  headPart(commands, SHIPPED.fix, {
    intro: 'A bug: first a test that fails because of it, then the fix, then the proof that it is gone.',
    example: 'Dates before 1970 are shown one day early',
    checked: 'fix and verify',
  });

const REPRODUCE = `  - id: reproduce
    title: Make it fail
    prompt: |
      Reproduce the bug that the request describes with the smallest test that shows it. Do not fix anything yet.

      1. Find where it goes wrong: read, run, narrow it down.
      2. Add a test beside the existing ones that states the right behaviour and fails because of this bug and for no other reason. If a test is not possible, add a script that shows it.
      3. Run it, and see it fail the way the request says.

      If you cannot reproduce it, do not invent anything: write QUESTION.md with what you tried and what you need to know.

      Write reproduction.md:
      - \`## How to see it\`: the command that runs the new test, and the lines of its output that show the bug.
      - \`## Expected\`: what should happen instead, and how you know.
      - \`## Cause\`: file and line where it goes wrong, and why. Mark what you only suspect.
    artifacts:
      - path: reproduction.md
        headings: [How to see it, Expected, Cause]   # each must have text below it
    # no checks here: the new test fails until the bug is fixed
    retries: 1                 # where something is missing: once more, told what
`;

const fixCause = (commands: Commands): string => `  - id: fix
    title: Fix the cause
    prompt: |
      Fix the cause named in reproduction.md from the phase \`reproduce\`, not its symptoms, with the smallest correct change. If \`verify\` has sent the work back, first do what its verdict lists as missing.

      - The new test must pass because of the fix. Do not change what it expects.
      - Change nothing else. If the same mistake is elsewhere, name the place in summary.md instead.
      - ${proveWords(commands)}

      Write summary.md:
      - \`## Cause\`: why it happened, in two sentences.
      - \`## Change\`: each file, and what changed in it.
    artifacts:
      - path: summary.md
        headings: [Cause, Change]
${checksPart(commands)}    retries: 2
`;

const verify = (commands: Commands): string => `  - id: verify
    title: Verify that it is gone
    prompt: |
      Decide whether the bug is gone and nothing else broke. Somebody else made this fix: trust no summary, check for yourself. Do not change the project.

      1. Try what the request describes. Does it still happen?
      2. Check that the new test would fail without the fix: name the line of the fix that makes it pass.
      3. Try what lies beside the example: nothing, one, very many, repeated, and what callers really pass.
      4. Read the whole change and every caller of it for breakage: ${DIFF_WORDS}

      ${VERDICT_WORDS}
${verdictPart(commands, 'fix')}`;
