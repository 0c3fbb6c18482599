/** In a later round what a phase promises outside of its folder is there already, and need not change again. */
export const mayStay = ({ path }: { readonly path: string }, round: number): boolean =>
  round > 1 && path.startsWith('/');
