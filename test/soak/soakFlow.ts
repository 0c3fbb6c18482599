import type { Flow } from '../support/session.ts';

/** Two small phases, one with a check: most of a session's life is Cairn's own. */
export const SOAK_FLOW: Flow = {
  phases: [{ id: 'one', checks: [{ run: 'test -f src/one.txt' }], artifacts: ['result.md'] }, { id: 'two' }],
};

/**
 * What the agent does, whatever an attempt before it left. Its files come half first; each attempt leaves a trace of its
 * own and says so outside of the repository, with where it works, so that work that was lost would be missed; and it does something to the
 * outside world, in some sessions under Cairn's record of effects. An attempt that commits does so in its own worktree
 * only.
 */
export const SOAK_PART = `
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
