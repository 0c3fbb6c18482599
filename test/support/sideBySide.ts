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
