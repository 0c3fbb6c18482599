import { CairnError } from '../../base/cairnError.ts';

/** Says what is wrong with a JSON Schema of a workflow file, or null: unknown keywords are wrong, never ignored. */
export function checkJsonSchema(_schema: unknown): string | null {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
