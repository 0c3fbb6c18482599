import type { ProjectTests } from './projectTests.ts';

/** Name of the sample below, and of its file without `.yaml`. */
export const SAMPLE_WORKFLOW_NAME = 'feature';

/** What `cairn init` writes to `.cairn/workflows/feature.yaml`: a workflow that runs, explained line by line. */
export const sampleWorkflow = ({
  test,
  setup,
}: ProjectTests): string => `# A workflow: the phases that a session goes through, in order.
# Each phase ends in ONE commit on the session's own branch, and only if its gate holds:
# the promised artifacts are there and new, the checks pass, and, where asked for, a person has approved.
# A phase without checks is held to its artifacts alone: that they are there, not that they are true.
${test === null ? NO_TESTS : withTests(test)}#
# Start a session:   cairn start feature --request "Add a dark theme"
# Look at it:        cairn status
# Go on later:       cairn resume

schema: 1                  # version of this file format
name: feature              # shown in lists; "cairn start" takes the name of the file
description: Research, plan, implement and verify one change.

isolation: worktree        # the agent works in a working tree of its own; "in-place": in yours
agent: auto                # the first coding agent found on this machine; or a name from your agent settings

${setup === null ? NO_SETUP : withSetup(setup)}
phases:
${THINKING}  # ── 3 ── do it ──────────────────────────────────────────────────────────────────────────────────
  - id: implement
    title: Make the change
    prompt: |
      Follow the plan. Keep the change small and in the style of the code around it, with tests.
      Write summary.md: what changed, and where and why it differs from the plan.
    artifacts: [summary.md]          # short form: the file must be there, not empty, and new
${test === null ? UNTESTED : testedBy(test)}    retries: 1                       # when the gate does not hold: one more try, with the reasons
    timeout: 45m                     # one attempt may take this long

  # ── 4 ── prove it ───────────────────────────────────────────────────────────────────────────────
  - id: verify
    title: Verify the result
    prompt: |
      Check the change against the request as if somebody else had made it. Run what can be run.
      Fix only small mistakes. Write report.md: what was checked, how, with what result, and what is left.
    artifacts:
      - path: report.md
        headings: [Checked, Result]
${test === null ? UNTESTED_AT_LAST : testedAtLast(test)}    packet: { budget: 2000 }         # tokens that this phase may hand on; 2000 is the most. With review: true
                                     # you see and may edit what it hands on before the next phase begins
`;

const NO_TESTS = `#
# NO TESTS ARE RUN by this workflow: package.json names none, or there is no package.json. What is done here is not
# tested until you put your test command below "checks:" of implement and verify.
`;

const withTests = (test: string): string => `#
# The project's tests (${test}, as package.json has them) are run after implement and after verify. Research and plan
# run nothing.
`;

const NO_SETUP = `# When a working tree is made (remove the "#" if your project needs it):
# worktree:
#   copy: [.env.local]     # untracked files that the work needs; copied, never committed
#   setup: [npm ci]        # commands run in it once, before the first phase
`;

const withSetup = (setup: string): string => `worktree:                  # when a working tree is made:
  setup: [${setup}]
                           # commands run in it once, before the first phase: the tests need what they install
# copy: [.env.local]       # untracked files that the work needs; copied, never committed
`;

const UNTESTED = `    checks:                          # PUT YOUR TESTS HERE, such as "- run: npm test": none are run
      - name: no conflict markers, no stray white space
        run: git diff --check HEAD   # says nothing about whether the change works
        timeout: 10m                 # longer than this counts as broken
`;

const testedBy = (test: string): string => `    checks:
      - run: ${test}
        timeout: 10m                 # longer than this counts as broken
      - name: no conflict markers, no stray white space
        run: git diff --check HEAD
`;

const UNTESTED_AT_LAST = `    # no checks: PUT YOUR TESTS HERE, too, such as "checks: [{ run: npm test }]"
`;

const testedAtLast = (test: string): string => `    checks:
      # once more: this phase may change code
      - run: ${test}
        timeout: 10m
`;

const THINKING = `  # ── 1 ── understand before planning ─────────────────────────────────────────────────────────────
  - id: research
    title: Understand the request
    prompt: |
      Find out what the request means for this repository. Change no code.
      Write findings.md: what is there today, which files matter, what could go wrong, and what is
      still unknown. Name files with their paths.
    artifacts:
      - path: findings.md            # in the phase's own folder below .cairn/sessions/
        minBytes: 200                # a stub is not an answer
        headings: [State of the work, Open questions]   # must be there, with text below them
    # no checks: nothing here could be run against the code

  # ── 2 ── agree on the way ───────────────────────────────────────────────────────────────────────
  - id: plan
    title: Plan the change
    needs: [research]                # the default is the phase before; written here to show it
    prompt: |
      Turn the findings into a plan that somebody else could follow. Change no code.
      Write plan.md: the steps in order, how each will be checked, and the risks.
    artifacts:
      - path: plan.md
        headings: [Steps, Risks]
    # no checks: you are the check
    approval: required               # the session waits here: cairn approve, or cairn reject -m "why"

`;
