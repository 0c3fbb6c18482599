import type { Flow } from './session.ts';

/** `left` and `right` at once, `join` on both. `over`: what the two have besides. */
export const leftAndRight = (over: object = {}): Flow => ({
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'left', needs: [], ...over },
    { id: 'right', needs: [], ...over },
    { id: 'join', needs: ['left', 'right'] },
  ],
});

/** Shell text that ends once a checkpoint of the session says so in its subject; `subject` is a pattern of grep. */
export const onceSaid = (subject: string): string =>
  `while ! git -C "$CAIRN_REPO" log --first-parent --format=%s cairn/demo | grep -q '${subject}'; do sleep 0.02; done`;
