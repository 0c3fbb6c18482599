import type { ResumeFacts } from '../../src/model/plan/resumeFacts.ts';

/** A resume between two phases where nothing happened since: the rows of a table say what differs. */
export const quietResume: ResumeFacts = {
  here: 'in-step',
  unfinished: false,
  again: null,
  state: 'running',
  remote: 'none',
  history: 'known',
  commands: 'trusted',
  plan: 'same',
  isolation: 'worktree',
  head: 'same',
  held: null,
  open: null,
  retrying: null,
  answered: null,
  isNewPlace: false,
  beside: null,
  treeDiffers: false,
  approvalVoid: null,
  said: {
    here: false,
    trust: false,
    trustCommands: false,
    trustUnseen: false,
    acceptPlan: false,
    leftovers: null,
    unknownUntil: false,
  },
};
