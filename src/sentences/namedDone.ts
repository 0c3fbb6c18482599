import type { Checked } from '../model/status/statusWords.ts';
import { behindDone } from '../model/text/doneWords.ts';

/** In a list of what is done: `plan (approved)`. */
export const namedDone = (name: string, checked: Checked | null): string =>
  checked === null ? name : `${name} (${behindDone(checked)})`;
