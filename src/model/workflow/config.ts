import * as z from 'zod/mini';
import type { Problem } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { findingsOf } from '../parsing/issueProblems.ts';
import { readShape } from '../parsing/readShape.ts';
import { optionalField } from '../parsing/writtenFields.ts';
import { readYaml } from '../parsing/yamlSource.ts';

/** What a repository says of how it is worked on: `.cairn/config.yaml`. */
export interface Config {
  /** The workflow of a session for which nobody names one; null: it says none. */
  readonly workflow: string | null;
  /** Where it says so, from 1. */
  readonly line: number;
  readonly column: number;
}

export const configSchema = z.strictObject({
  workflow: optionalField(
    // No path: the file says which of the known ones, not where another one lies.
    z
      .string()
      .check(
        z.regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be the name of a workflow: a-z, 0-9 and "-", a letter first'),
      ),
    'The workflow of sessions for which nobody names one: a file below .cairn/workflows/ without its ending, or feature, fix, refactor or review.',
  ),
});

/** Reads it as strictly as a workflow: every problem has a line and a column. */
export function parseConfig(file: string, text: string): Result<Config, readonly Problem[]> {
  // Of comments only: not filled in yet.
  if (text.split('\n').every((line) => /^\s*(#.*)?$/.test(line)))
    return ok({ workflow: null, line: 1, column: 1 });
  const yaml = readYaml(file, text);
  if (!yaml.ok) return yaml;
  const read = readShape(configSchema, yaml.value.value);
  if (read.ok) return ok({ workflow: read.value.workflow ?? null, ...yaml.value.at(['workflow']) });
  return err(
    findingsOf(read.error, () => Object.keys(configSchema.shape)).map(({ path, key, message }) => ({
      file,
      ...yaml.value.at(path, key),
      message,
    })),
  );
}
