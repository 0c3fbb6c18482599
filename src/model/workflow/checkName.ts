/** What a check is called: as somebody named it, else its command on one line. */
export function checkName(check: {
  readonly name?: string | undefined;
  readonly run: string | readonly string[];
}): string {
  const command = typeof check.run === 'string' ? check.run : check.run.join(' ');
  return check.name ?? command.trim().replace(/\s*[\r\n]+\s*/g, ' ; ');
}
