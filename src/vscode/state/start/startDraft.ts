import { oneLine } from '../../../model/text/oneLine.ts';

/** What a person has said of a session that has not begun. */
export interface StartDraft {
  /** What is to be done, as it stands in the box. */
  readonly typed: string;
  /** The same, from elsewhere, where a box of one line would change it; it counts while nothing is typed. '' is none. */
  readonly whole: string;
  /** Null: nobody named one. */
  readonly workflow: string | null;
  readonly inPlace: boolean;
  /** The commit or branch to start from; null: HEAD. */
  readonly base: string | null;
  readonly withChanges: boolean;
  /** Null: those that are found. */
  readonly checks: readonly string[] | null;
  readonly setup: readonly string[] | null;
  readonly inputs: Readonly<Record<string, string>>;
  readonly unattended: boolean;
  readonly approve: readonly string[];
}

export const EMPTY_DRAFT: StartDraft = {
  typed: '',
  whole: '',
  workflow: null,
  inPlace: false,
  base: null,
  withChanges: false,
  checks: null,
  setup: null,
  inputs: {},
  unattended: false,
  approve: [],
};

/** What is to be done; '' where nobody has said it. */
export const requestOf = ({ typed, whole }: Pick<StartDraft, 'typed' | 'whole'>): string =>
  typed.trim() === '' ? whole : typed;

/** More than anybody reads in a box. */
const LONGEST = 300;

/** A request from elsewhere: in the box, where it can be changed, unless that would lose something. */
export function requestFrom(text: string): Pick<StartDraft, 'typed' | 'whole'> {
  const fits = oneLine(text) === text.trim() && text.length <= LONGEST;
  return fits ? { typed: text.trim(), whole: '' } : { typed: '', whole: text };
}
