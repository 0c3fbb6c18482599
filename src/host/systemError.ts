/** The system's name for what went wrong, or `unknown`. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code ?? 'unknown';
}

/**
 * A handler for `catch`: returns `value` if the file or folder does not exist, and throws any other error. `also`: further codes
 * that mean the same to the caller.
 */
export const ifMissing =
  <T>(value: T, ...also: readonly string[]) =>
  (error: unknown): T => {
    const code = codeOf(error);
    if (code === 'ENOENT' || also.includes(code)) return value;
    throw error;
  };
