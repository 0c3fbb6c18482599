/** Where `sessionOf` or `sessionAnd` finds the session that is meant, for the help of a command. */
export const SESSION_WORD = { name: '[session]', is: 'its id (default: the only unfinished one)' } as const;
