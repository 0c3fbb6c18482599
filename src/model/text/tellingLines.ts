const ERROR = /\berr(?:or)?\b|\bfail(?:ed|ure)?\b|\bfatal\b|\bcannot\b|not found|no such/i;
/** Of package managers: news about themselves. */
const NEWS = /^(?:npm|yarn|pnpm)\s+(?:notice|warn)\b/i;

/** The lines of a command's output that most likely say why it failed, at most so many: those of errors, else its last. */
export function tellingLines(output: string, most: number): readonly string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !NEWS.test(line.trim()));
  const errors = lines.filter((line) => ERROR.test(line));
  return errors.length > 0 ? errors.slice(0, most) : lines.slice(-most);
}
