import { CairnError } from '../../base/cairnError.ts';
import { parseEffectsRecord } from '../effects/effectsRecord.ts';
import { INPUTS_FILE, parseInputs } from '../inputs/inputsRecord.ts';
import { ITEMS_FILE, parseItems } from '../items/itemsRecord.ts';
import type { RepoPath } from '../names/ids.ts';
import { parsePhaseRecord, PHASE_RECORD } from '../checkpoint/phaseRecord.ts';
import { parseStatus } from '../status/parseStatus.ts';
import { recordProblemWords } from './recordProblemWords.ts';

const READERS = {
  'STATUS.md': parseStatus,
  [PHASE_RECORD]: parsePhaseRecord,
  'effects.json': parseEffectsRecord,
  [INPUTS_FILE]: parseInputs,
  [ITEMS_FILE]: parseItems,
};

/**
 * Checks that the records among these files can be read. Publishing one that cannot would end its session: no
 * Cairn could continue from that checkpoint.
 *
 * @throws `internal/unfit-record`
 */
export function mustReadBack(files: ReadonlyMap<RepoPath, string>): void {
  for (const [path, text] of files) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!isRecord(name)) continue;
    const read = READERS[name](path, text);
    if (!read.ok)
      throw new CairnError('internal/unfit-record', { file: path, why: recordProblemWords(read.error) });
  }
}

const isRecord = (name: string): name is keyof typeof READERS => Object.hasOwn(READERS, name);
