import { lookUp } from '../../base/lookUp.ts';
import { type At, JUDGES, type Violation } from './schemaJudges.ts';

/** Judges a JSON value by a schema that `checkJsonSchema` accepts; empty if it holds. */
export function schemaViolations(schema: unknown, value: unknown): readonly Violation[] {
  return judgeAt(schema, value, '', schema);
}

function judgeAt(schema: unknown, value: unknown, path: string, root: unknown): readonly Violation[] {
  const here = (what: string): Violation => ({ path: path || '/', what });
  if (schema === false) return [here('is not allowed')];
  if (typeof schema !== 'object' || schema === null) return [];
  const rules = schema as Readonly<Record<string, unknown>>;
  const at: At = {
    rules,
    root,
    value,
    inside: (inner, part, innerSchema) =>
      judgeAt(
        innerSchema,
        inner,
        `${path}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`,
        root,
      ),
    same: (innerSchema) => judgeAt(innerSchema, value, path, root),
    meets: (inner, innerSchema) => judgeAt(innerSchema, inner, '', root).length === 0,
  };
  return Object.keys(rules).flatMap((keyword) => {
    const said = lookUp(JUDGES, keyword)?.(at, rules[keyword]);
    return [said || []].flat().map((one) => (typeof one === 'string' ? here(one) : one));
  });
}
