import type { GivenWord } from '../../model/agent/givenWord.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

type Said = Pick<GivenWord, 'phase' | 'by' | 'at'>;

/** True where the record of its phase has the word: whoever took it up may not have lived to say so. */
export const wasTaken = ({ records }: Pick<SessionRecord, 'records'>, { phase, by, at }: Said): boolean =>
  records.get(phase)?.approvals.some((word) => word.by === by && word.at === at) === true;

/** The session as the checkpoint left it that took a word, whatever was published behind that; null: none did. */
export async function takenIn(
  { repository }: Pick<World, 'repository'>,
  record: SessionRecord,
  word: Said,
): Promise<SessionRecord | null> {
  if (!wasTaken(record, word)) return null;
  for (let taken = record; ;) {
    const [parent] = (await repository.commitEntry(taken.commit)).parents;
    if (parent === undefined) return taken;
    const before = await readSession(repository, record.session, record.ref, parent);
    if (!wasTaken(before, word)) return taken;
    taken = before;
  }
}
