/** Writes schemas/workflow.schema.json, which editors use for `.cairn/workflows/*.yaml`, from the schema that checks those files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { workflowJsonSchema } from '../src/model/workflow/workflowJsonSchema.ts';

mkdirSync('schemas', { recursive: true });
writeFileSync('schemas/workflow.schema.json', `${JSON.stringify(workflowJsonSchema(), null, 2)}\n`);
