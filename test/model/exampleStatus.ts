import type { CommitId, PhaseId, SessionId, Timestamp } from '../../src/model/names/ids.ts';
import type { Status } from '../../src/model/status/status.ts';

/** The session that the format's own example shows. */
export const exampleStatus: Status = {
  schema: 3,
  session: '20261120-add-login-7f3k' as SessionId,
  title: 'Add login',
  workflow: 'feature',
  plan: `sha256:${'ab'.repeat(32)}`,
  branch: 'cairn/20261120-add-login-7f3k',
  isolation: 'worktree',
  base: '0123456789abcdef0123456789abcdef01234567' as CommitId,
  seq: 2,
  state: 'running',
  next: ['plan' as PhaseId],
  checked: null,
  updated: '2026-11-20T10:01:22.123Z' as Timestamp,
  rows: [
    {
      number: 1,
      phase: 'research' as PhaseId,
      status: 'done',
      round: 1,
      attempt: 1,
      artifacts: { present: 1, promised: 1 },
      checked: 'nothing',
      updated: '2026-11-20T10:01:22.123Z' as Timestamp,
    },
    {
      number: 2,
      phase: 'plan' as PhaseId,
      status: 'pending',
      round: 1,
      attempt: 0,
      artifacts: { present: 0, promised: 2 },
      checked: null,
      updated: null,
    },
    {
      number: 3,
      phase: 'implement' as PhaseId,
      status: 'pending',
      round: 1,
      attempt: 0,
      artifacts: { present: 0, promised: 1 },
      checked: null,
      updated: null,
    },
  ],
  notes: '## Notes\n',
};
