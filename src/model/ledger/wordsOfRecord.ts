import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import type { LedgerInput } from './ledgerInput.ts';

type Words = Pick<LedgerInput, 'decisions' | 'failed' | 'notCaptured'>;

/** What a phase's record says of people's words, of attempts that failed and of what is missing. */
export const wordsOfRecord = ({ phase, approvals, attempts, notCaptured }: PhaseRecord): Words => ({
  decisions: approvals.filter((word) => word.decision !== 'rejected').map(describeWord),
  failed: [
    ...attempts.flatMap((attempt) =>
      attempt.reasons.map((reason) => `Attempt ${attempt.attempt} of ${phase}: ${reason}`),
    ),
    ...approvals.filter((word) => word.decision === 'rejected').map(describeWord),
  ],
  notCaptured,
});

/** Whether an item is the word by which a phase was approved. */
export const saysApproval = (text: string): boolean => /^Approved (?:beforehand )?by /.test(text);

function describeWord(word: PhaseRecord['approvals'][number]): string {
  const said = word.comment === null ? '' : `: ${word.comment}`;
  const verb = { approved: 'Approved', rejected: 'Rejected', answered: 'Answered' }[word.decision];
  const when = word.beforehand === true ? ' beforehand' : '';
  return `${verb}${when} by ${word.by}${said}`;
}
