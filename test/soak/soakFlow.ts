import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { chanceOf, type Chance } from './chance.ts';
import type { Flow } from '../support/session.ts';

/** A session that a soak lets run and kills. */
export interface SoakKind {
  readonly flow: Flow;
  /** What its agent does. */
  readonly part: string;
  readonly line: Line;
  /** The phase that a restore goes back to, and the checkpoints from there on. */
  readonly back: { readonly to: string; readonly line: Line };
}

/** `kind phase` of checkpoints, oldest first; those in an inner list come in any order. */
export type Line = readonly (string | readonly string[])[];

/** The same checkpoints, those that may come in any order in that in which they came. */
export function lineAsTold(line: Line, told: readonly string[]): readonly string[] {
  let at = 0;
  return line.flatMap((entry) => {
    const group = typeof entry === 'string' ? [entry] : entry;
    const came = told.slice(at, (at += group.length));
    return came.toSorted().join() === group.toSorted().join() ? came : group;
  });
}

/** Two small phases, one with a check: most of a session's life is Cairn's own. */
const SOAK_FLOW: Flow = {
  phases: [{ id: 'one', checks: [{ run: 'test -f src/one.txt' }], artifacts: ['result.md'] }, { id: 'two' }],
};

/**
 * What the agent does, whatever an attempt before it left. Its files come half first; each attempt leaves a trace of its
 * own and says so outside of the repository, with where it works, so that work that was lost would be missed; and it does something to the
 * outside world, in some sessions under Cairn's record of effects. An attempt that commits does so in its own worktree
 * only.
 */
const SOAK_PART = `
export PLAY
mkdir -p src trace
printf half > "src/$CAIRN_PHASE.txt"
echo "$CAIRN_PHASE $CAIRN_ATTEMPT" > "trace/$CAIRN_PHASE-$CAIRN_ATTEMPT.txt"
echo "$CAIRN_PHASE $CAIRN_ATTEMPT" >> "$PLAY/traces"
echo "$PWD" >> "$PLAY/places"
sleep 0.05
if [ -f "$PLAY/lingers" ]; then sleep 1; fi
if [ -f "$PLAY/commits" ]; then git add -A src && git commit -q -m "by the agent" || true; fi
printf 'work of %s\\n' "$CAIRN_PHASE" > "src/$CAIRN_PHASE.txt"
if [ "$CAIRN_PHASE" = one ]; then printf '#!/bin/sh\\n' > tool; chmod +x tool; ln -sfn README.md link; fi
if [ "$CAIRN_PHASE" = two ]; then rm -f link; echo changed > tool; fi
act='echo "$CAIRN_PHASE" >> "$PLAY/effects"; sleep 0.02'
if [ -f "$PLAY/acts" ]
then "$CAIRN_BIN" effect --key "\${CAIRN_EFFECT_KEY_PREFIX}act" --probe 'grep -qx "$CAIRN_PHASE" "$PLAY/effects"' -- sh -c "$act"
else sh -c "$act"
fi
sleep 0.03
printf 'Result of %s.\\n' "$CAIRN_PHASE" > "$CAIRN_PHASE_DIR/result.md"
`;

/** A phase that is skipped, a list that becomes phases, and a review that sends the work back. */
const GRAPH_FLOW: Flow = {
  schema: 2,
  phases: [
    { id: 'plan', artifacts: ['tasks.json'] },
    { id: 'docs', needs: ['plan'], when: { file: 'plan/tasks.json', at: '/docs', is: true } },
    { id: 'build', needs: ['plan'], forEach: { file: 'plan/tasks.json', at: '/tasks', max: 3 } },
    {
      id: 'review',
      needs: ['build', 'docs'],
      artifacts: ['verdict.json'],
      loop: { to: 'build', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 2 },
    },
  ],
};

/** In its first round the review leaves nothing that could be judged: its work is held, and what it spoilt is laid back. */
const GRAPH_PART = `${SOAK_PART}
case "$CAIRN_PHASE-$CAIRN_ROUND" in
plan-*) echo '{"docs": false, "tasks": [{"id": "api"}, {"id": "page", "needs": ["api"]}]}' > "$CAIRN_PHASE_DIR/tasks.json" ;;
review-1) echo junk > junk.txt; echo worse > README.md; rm -f src/build-api.txt ;;
review-*) printf '{"ok": true, "round": %s}\\n' "$CAIRN_ROUND" > "$CAIRN_PHASE_DIR/verdict.json" ;;
*) echo "in round $CAIRN_ROUND" >> "src/$CAIRN_PHASE.txt" ;;
esac
`;

const BUILT = ['phase build-api', 'phase build-page'];
const PLANNED = ['skipped docs', 'plan plan', ...BUILT, 'round review', ...BUILT, 'phase review'];

/** Four phases at once, one of them blocked by its first attempt; three of them are sent back by a review. */
const WAVES_FLOW: Flow = {
  schema: 2,
  parallel: 4,
  phases: [
    { id: 'plan', artifacts: ['tasks.json'] },
    { id: 'docs', needs: ['plan'], when: { file: 'plan/tasks.json', at: '/docs', is: true } },
    {
      id: 'build',
      needs: ['plan'],
      forEach: { file: 'plan/tasks.json', at: '/tasks', max: 3 },
      checks: [{ run: "! grep -q '^<<<<<<<' shared.txt added.txt" }],
    },
    { id: 'notes', needs: ['plan'] },
    {
      id: 'review',
      needs: ['build', 'docs', 'notes'],
      artifacts: ['verdict.json'],
      loop: { to: 'build', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 2 },
    },
  ],
};

/**
 * All of a wave change one line and add one file: each but the first finds the word of another, or marks, and says the same as
 * any other would, so that the end does not depend on the order.
 */
const WAVES_PART = `${SOAK_PART}
join_in() {
  if [ "$(cat "$1" 2> /dev/null)" = "$2" ]; then echo "$CAIRN_PHASE" > "$1"; else echo joint > "$1"; fi
}
case "$CAIRN_PHASE-$CAIRN_ROUND" in
plan-*)
  echo nobody > shared.txt
  echo '{"docs": false, "tasks": [{"id": "api"}, {"id": "page"}, {"id": "tool"}]}' > "$CAIRN_PHASE_DIR/tasks.json" ;;
review-1) echo junk > junk.txt; echo worse > README.md; rm -f src/build-api.txt ;;
review-*) printf '{"ok": true, "round": %s}\\n' "$CAIRN_ROUND" > "$CAIRN_PHASE_DIR/verdict.json" ;;
*)
  join_in shared.txt nobody
  join_in added.txt ''
  echo "in round $CAIRN_ROUND" >> "src/$CAIRN_PHASE.txt" ;;
esac
if [ "$CAIRN_PHASE-$CAIRN_ATTEMPT" = notes-1 ]; then rm "$CAIRN_PHASE_DIR/result.md"; fi
`;

const ITEMS = ['phase build-api', 'phase build-page', 'phase build-tool'];
const WAVES_LINE: Line = [
  ['skipped docs', 'plan plan', 'phase notes', ...ITEMS],
  'round review',
  ITEMS,
  'phase review',
];

/** What sessions of a soak are; which one a seed has is its story's to say. */
export const SOAKS = {
  plain: {
    flow: SOAK_FLOW,
    part: SOAK_PART,
    line: ['opened null', 'phase one', 'phase two'],
    back: { to: 'one', line: ['restore one', 'phase two'] },
  },
  graph: {
    flow: GRAPH_FLOW,
    part: GRAPH_PART,
    line: ['opened null', 'phase plan', ...PLANNED],
    back: { to: 'plan', line: ['restore plan', ...PLANNED] },
  },
  waves: {
    flow: WAVES_FLOW,
    part: WAVES_PART,
    line: ['opened null', 'phase plan', ...WAVES_LINE],
    back: { to: 'plan', line: ['restore plan', ...WAVES_LINE] },
  },
} satisfies Readonly<Record<string, SoakKind>>;

export type SoakName = keyof typeof SOAKS;

/** What the session of a seed runs. */
export function soakOf(seed: number): SoakName {
  const chance = chanceOf(seed ^ 0x6a9f);
  if (chance.percent(30)) return 'graph';
  return chance.percent(60) ? 'waves' : 'plain';
}

/** Where a session works; phases at once only in worktrees. */
export function isolationOf(of: SoakName, chance: Chance, percentInPlace: number): Isolation {
  const isInPlace = chance.percent(percentInPlace);
  return isInPlace && of !== 'waves' ? 'in-place' : 'worktree';
}
