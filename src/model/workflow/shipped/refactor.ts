import type { Commands } from './commands.ts';
import { SHIPPED } from './shipped.ts';
import { DIFF_WORDS, VERDICT_WORDS, verdictPart } from './verdict.ts';
import { checksPart, headPart, proveWords } from './writeParts.ts';

/** The most tasks of a plan. */
const MOST = 12;

export const refactor = (commands: Commands): string =>
  [head(commands), PLAN, change(commands), verify(commands)].join('\n');

const head = (commands: Commands): string =>
  headPart(commands, SHIPPED.refactor, {
    intro:
      'A refactoring: the plan splits it into tasks, you approve them, and each becomes a phase of its own.',
    example: 'Move the settings pages to the new form library',
    checked: 'each task and verify',
    keys: commands.isParallel
      ? 'parallel: 3                 # so many tasks are done at once, each in a working tree of its own\n'
      : '',
  });

const PLAN = `  - id: plan
    title: Split it into tasks
    prompt: |
      Split the requested change into tasks. What the program does must stay the same. Do not change the project yet.

      1. Read the code that it touches and every caller. Find the tests that pin what it does today; where there are none, the first task writes them.
      2. Split so that everything works after each task.
      3. Tasks that do not need each other are done at the same time, in separate copies. If two change the same file, make one need the other.

      Write plan.md:
      - \`## Aim\`: what will be better, one per line, each something to see in the code.
      - \`## Stays the same\`: the behaviour that must not change, and the test that pins it.
      - \`## Risks\`: what could break and how it would show.

      Write tasks.json, with at most ${MOST} tasks:
      {"tasks": [{"id": "short-name", "title": "a few words",
        "what": "the file paths, what to do in them, and how to see that it worked",
        "needs": ["ids of tasks that must be done before"]}]}
    artifacts:
      - path: plan.md
        headings: [Aim, Stays the same, Risks]   # each must have text below it
      - path: tasks.json
        schema:
          type: object
          required: [tasks]
          properties:
            tasks:
              type: array
              minItems: 1
              maxItems: ${MOST}
              items:
                type: object
                required: [id, title, what]
                properties:
                  id: { type: string, minLength: 1 }
                  title: { type: string, minLength: 1 }
                  what: { type: string, minLength: 1 }
                  needs: { type: array, items: { type: string } }
    retries: 1                 # where something is missing: once more, told what
    approval: required         # it waits for you: cairn approve, or cairn reject -m "what is wrong"
`;

const change = (
  commands: Commands,
): string => `  - id: change                 # once for each task, as soon as those that it needs are done
    title: "{{ item.title }}"
    needs: [plan]
    forEach: { file: plan/tasks.json, at: /tasks, max: ${MOST} }
    prompt: |
      {{ item.what }}

      Do only this task. What the program does must stay the same. If \`verify\` has sent the work back, first do what its verdict lists as missing for this task.

      - Do not change what a test expects. New names and places in tests are fine.
      - ${proveWords(commands, 'as-before')}

      Write summary.md: what is where now, and what the next task must know.
    artifacts: [summary.md]
${checksPart(commands, 'as-before')}    retries: 2
`;

const verify = (commands: Commands): string => `  - id: verify
    title: Verify the whole
    needs: [change]
    prompt: |
      Decide whether the aim is reached and the behaviour unchanged. Others did the work: trust no summary, check for yourself. Do not change the project.

      1. Take every line under "Aim" in plan.md, and every part of the request. Point to the code that fulfils it.
      2. Take every line under "Stays the same". Run the test that pins it, and check that it still expects what it expected before.
      3. Read the whole change for differences that a user would notice, and for remains of the old way: ${DIFF_WORDS}

      ${VERDICT_WORDS}
${verdictPart(commands, 'change', 'as-before')}`;
