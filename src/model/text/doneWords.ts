import type { Checked } from '../status/statusWords.ts';

/** What stands behind a *done*, as people are told everywhere. */
const BEHIND: Readonly<Record<Checked, string>> = {
  passed: 'checks passed',
  changed: 'checks changed',
  red: 'checks red',
  approved: 'approved',
  nothing: 'nothing checked',
};

/** `done, nothing checked`; `done` alone where nobody wrote down what stands behind it. */
export const doneWords = (checked: Checked | null): string =>
  checked === null ? 'done' : `done, ${BEHIND[checked]}`;

/** What stands behind it alone, beside something else that says that it is done; '' where nobody wrote it down. */
export const behindDone = (checked: Checked | null): string => (checked === null ? '' : BEHIND[checked]);

/** What is to be said behind *approved* of what a yes has closed: `, checks passed`. */
export const besidesApproved = (checked: Checked): string =>
  checked === 'approved' ? '' : `, ${BEHIND[checked]}`;
