import { CairnError } from '../base/cairnError.ts';
import type { RefName } from '../model/names/ids.ts';
import { OBJECT_ID } from '../model/text/words.ts';

/**
 * The same id, for an argument of git or a line to a helper, where anything else could be an option or another question.
 * Every id that comes from a file is checked where it is read; this is the last fence, and a bug of ours when it holds.
 */
export function onlyId<T extends string>(id: T): T {
  if (OBJECT_ID.test(id)) return id;
  throw new CairnError('internal/unexpected', { what: `${JSON.stringify(id).slice(0, 80)} is no object id` });
}

/** The same name of a ref, for a line to a helper: whole, and without anything that git would read as more than a name. */
export function onlyRef(ref: RefName): RefName {
  if (/^refs\/[^\s:^~?*[\\]+$/.test(ref) && !ref.includes('@{')) return ref;
  throw new CairnError('internal/unexpected', {
    what: `${JSON.stringify(ref).slice(0, 80)} is no name of a ref`,
  });
}
