import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sampleWorkflow } from '../../../src/model/workflow/sampleWorkflow.ts';
import { workflowJsonSchema } from '../../../src/model/workflow/workflowJsonSchema.ts';

const SAMPLE = sampleWorkflow({ test: 'npm test', setup: 'npm ci' });

describe('schemas/workflow.schema.json', () => {
  it('is what `node scripts/writeSchema.ts` writes', () => {
    expect(readFileSync('schemas/workflow.schema.json', 'utf8')).toBe(
      `${JSON.stringify(workflowJsonSchema(), null, 2)}\n`,
    );
  });

  it('lets an editor take what the engine takes, and mark what it refuses', () => {
    const valid = new Ajv({ strict: false }).compile(workflowJsonSchema());
    expect(valid(parse(SAMPLE))).toBe(true);
    expect(valid(parse(readFileSync('test/golden/workflow.yaml', 'utf8')))).toBe(true);
    expect(valid(parse(SAMPLE.replace('isolation:', 'isolated:')))).toBe(false);
    expect(valid(parse(SAMPLE.replace('budget: 2000', 'budget: 9000')))).toBe(false);
  });

  it('explains every key', () => {
    const bare: string[] = [];
    const walk = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [key, inner] of Object.entries((schema as { properties?: object }).properties ?? {})) {
        if (!('description' in (inner as object)) && !('const' in (inner as object)))
          bare.push(`${path}/${key}`);
      }
      for (const [key, inner] of Object.entries(schema)) walk(inner, `${path}/${key}`);
    };
    walk(workflowJsonSchema(), '');
    expect(bare).toEqual([]);
  });
});
