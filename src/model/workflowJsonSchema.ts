import { CairnError } from '../base/cairnError.ts';

/** The JSON Schema of workflow files, for editors. */
export function workflowJsonSchema(): object {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
