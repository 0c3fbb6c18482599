/** The JSON Schema formats that are checked; a workflow with another one is refused. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': (text) => {
    const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)[tT ](.+)$/.exec(text) ?? [];
    return isDate(date) && isTime(time);
  },
  email: (text) => /^[^\s@"]+@[^\s@"]+\.[^\s@".]+$/.test(text) || /^[^\s@"]+@localhost$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text),
  uuid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  regex: isRegex,
};

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1] ?? 0;
  return year !== '' && d >= 1 && d <= days;
}

function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.test(
    text,
  );
}

/** True if a pattern is valid, for `pattern`, `patternProperties` and values of this format. */
export function isRegex(pattern: string): boolean {
  try {
    // Constructed only to see whether it throws.
    void new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
