import { CairnError } from '../base/cairnError.ts';
import type { RefName } from '../model/names/ids.ts';
import { OBJECT_ID } from '../model/text/words.ts';

/**
 * Answers the same id, for an argument of git or a line to a helper, where anything else could be an option or another
 * question. Every id from a file is checked when it is read; this is the last fence, and if it throws that is a bug of ours.
 */
export function onlyId<T extends string>(id: T): T {
  if (OBJECT_ID.test(id)) return id;
  throw new CairnError('internal/unexpected', { what: `${JSON.stringify(id).slice(0, 80)} is no object id` });
}

/** Answers the same ref name, for a line to a helper: complete, and nothing but a name. */
export function onlyRef(ref: RefName): RefName {
  if (/^refs\/[^\s:^~?*[\\]+$/.test(ref) && !ref.includes('@{')) return ref;
  throw new CairnError('internal/unexpected', {
    what: `${JSON.stringify(ref).slice(0, 80)} is no name of a ref`,
  });
}
