/** Name of the sample below, and of its file without `.yaml`. */
export const SAMPLE_WORKFLOW_NAME = 'feature';

/** What `cairn init` writes to `.cairn/workflows/feature.yaml`: a workflow that runs, explained line by line. */
export const SAMPLE_WORKFLOW = `# A workflow: the phases that a session goes through, in order.
# Each phase ends in ONE commit on the session's own branch, and only if its gate holds:
# the promised artifacts are there and new, the checks pass, and, where asked for, a person has approved.
#
# Start a session:   cairn start feature --request "Add a dark theme"
# Look at it:        cairn status
# Go on later:       cairn resume

schema: 1                  # version of this file format
name: feature              # shown in lists; "cairn start" takes the name of the file
description: Research, plan, implement and verify one change.

isolation: worktree        # the agent works in a working tree of its own; "in-place": in yours
agent: auto                # the first coding agent found on this machine; or a name from your agent settings

# When a working tree is made (remove the "#" if your project needs it):
# worktree:
#   copy: [.env.local]     # untracked files that the work needs; copied, never committed
#   setup: [npm ci]        # commands run in it once, before the first phase

phases:
  # ── 1 ── understand before planning ─────────────────────────────────────────────────────────────
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
    approval: required               # the session waits here: cairn approve, or cairn reject -m "why"

  # ── 3 ── do it ──────────────────────────────────────────────────────────────────────────────────
  - id: implement
    title: Make the change
    prompt: |
      Follow the plan. Keep the change small and in the style of the code around it, with tests.
      Write summary.md: what changed, and where and why it differs from the plan.
    artifacts: [summary.md]          # short form: the file must be there, not empty, and new
    checks:
      - run: git diff --check HEAD   # no conflict markers, no stray white space; put your tests here, such as: npm test
        timeout: 10m                 # longer than this counts as broken
    retries: 1                       # when the gate does not hold: one more try, with the reasons
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
    packet: { budget: 2000 }         # tokens that this phase may hand on; 2000 is the most. With review: true
                                     # you see and may edit what it hands on before the next phase begins
`;
