import { CairnError } from '../base/cairnError.ts';
import type { Status } from './status.ts';

/** STATUS.md, byte for byte (format, section 5). */
export function renderStatus(_status: Status): string {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
