import { CairnError } from '../base/cairnError.ts';
import type { Workflow } from './workflow.ts';

/** `sha256:<hex>` of the canonical form of what the gates of a workflow ask for. `sha256`: UTF-8 text → hexadecimal. */
export function planHash(_workflow: Workflow, _sha256: (text: string) => string): string {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
