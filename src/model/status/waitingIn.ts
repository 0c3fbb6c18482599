/** The phases whose rows wait for a person. */
export const waitingIn = <P extends string>(
  rows: readonly { readonly phase: P; readonly status: string }[],
): readonly P[] => rows.filter(({ status }) => status === 'waiting').map(({ phase }) => phase);
