/**
 * A reporter for `node --test`: one JSON line for every test.
 * The reporters that come with Node are made for people, and their words differ between its versions.
 */
export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    const { name, file = '', line = 1 } = data;
    const ok = type === 'test:pass' || data.todo !== undefined;
    const error = ok ? null : reason(data.details?.error);
    yield `${JSON.stringify({ name, file, line, ok, error })}\n`;
  }
}

/** One line: what was expected and what came, where the assertion says so. */
function reason(error) {
  const cause = error?.cause ?? error;
  if (cause?.operator !== undefined && cause.expected !== undefined) {
    return `expected ${JSON.stringify(cause.expected)}, got ${JSON.stringify(cause.actual)}`;
  }
  return String(cause?.message ?? cause).split('\n')[0];
}
