import type { Subject } from '../tree/row.ts';

/** Of a session, what a button or a click outside of the tree is about. */
export type GivenSubject = Given<'phase'> | Given<'answer'> | Given<'conflict'> | Given<'artifact'>;

type Given<K extends Subject['kind']> = Omit<Extract<Subject, { kind: K }>, 'repository' | 'session'>;
