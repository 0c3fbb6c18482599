import { type Judge, JUDGES, type Violation } from './schemaJudges.ts';

/** Judges a JSON value by a schema that `checkJsonSchema` has nothing against; none: it holds. */
export function schemaViolations(schema: unknown, value: unknown): readonly Violation[] {
  return judgeAt(schema, value, '', schema);
}

function judgeAt(schema: unknown, value: unknown, path: string, root: unknown): readonly Violation[] {
  if (schema === false) return [{ path: path || '/', what: 'is not allowed' }];
  if (typeof schema !== 'object' || schema === null) return [];
  const rules = schema as Readonly<Record<string, unknown>>;
  const at: Parameters<Judge>[0] = {
    rules,
    root,
    value,
    tell: (what) => [{ path: path || '/', what }],
    inside: (inner, part, innerSchema) =>
      judgeAt(innerSchema, inner, `${path}/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`, root),
    same: (innerSchema) => judgeAt(innerSchema, value, path, root),
    meets: (inner, innerSchema) => judgeAt(innerSchema, inner, '', root).length === 0,
  };
  return Object.keys(rules).flatMap((keyword) => {
    const judge = Object.hasOwn(JUDGES, keyword) ? JUDGES[keyword] : undefined;
    return judge === undefined ? [] : judge(at, rules[keyword]);
  });
}
