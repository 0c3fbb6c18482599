/** What a session is called, and its id where that is longer. */
export const nameAndId = (name: string, id: string): string => (name === id ? id : `${name} · ${id}`);
