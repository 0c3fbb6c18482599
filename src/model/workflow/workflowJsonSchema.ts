import * as z from 'zod/mini';
import { workflowSchema } from './workflowSchema.ts';

/** The JSON Schema of workflow files, generated from what checks them: for editors, written by `scripts/writeSchema.ts`. */
export function workflowJsonSchema(): object {
  return {
    ...z.toJSONSchema(workflowSchema, { io: 'input', target: 'draft-7' }),
    title: 'Cairn workflow',
    description: 'The phases of an agent session, what each must produce, and how that is checked.',
  };
}
