/** The answer that cancels the session, where an option of a question says so. */
export const STOP = 'stop';
