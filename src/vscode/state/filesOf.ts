import type { CommitId } from '../../model/names/ids.ts';
import type { PhaseView } from '../../session/results.ts';

/** The commit that has a phase's files as they were left last: that of its work while it is not done. */
export const filesOf = ({ held, commit }: Pick<PhaseView, 'held' | 'commit'>): CommitId | null =>
  held?.commit ?? commit;
