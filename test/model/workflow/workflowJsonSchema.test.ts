import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { composeWorkflow } from '../../../src/model/workflow/shipped/composeWorkflow.ts';
import { commandsOf } from '../../../src/model/workflow/shipped/commands.ts';
import { UNKNOWN_PROJECT } from '../../../src/model/project/project.ts';
import { workflowJsonSchema } from '../../../src/model/workflow/workflowJsonSchema.ts';

const SAMPLE = composeWorkflow(
  'refactor',
  commandsOf(UNKNOWN_PROJECT, { setup: ['npm ci'], checks: ['npm test'] }),
);

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
    expect(valid(parse(SAMPLE.replace('parallel:', 'paralel:')))).toBe(false);
    expect(valid(parse(SAMPLE.replace('max: 3', 'max: 900')))).toBe(false);
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
