/** Writes schemas/, which editors use for `.cairn/workflows/*.yaml` and `.cairn/config.yaml`, from what checks those files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { configJsonSchema } from '../src/model/workflow/configJsonSchema.ts';
import { workflowJsonSchema } from '../src/model/workflow/workflowJsonSchema.ts';

const SCHEMAS = { workflow: workflowJsonSchema(), config: configJsonSchema() };
mkdirSync('schemas', { recursive: true });
for (const [name, schema] of Object.entries(SCHEMAS))
  writeFileSync(`schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
