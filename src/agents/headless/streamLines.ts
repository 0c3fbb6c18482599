/** What somebody who reads lines is told. */
export interface LineReader {
  readonly onLine: (line: string) => void;
  /** A line that was too long to be kept is passed over; how many characters it had. */
  readonly onTooLong: (characters: number) => void;
}

/** Cuts a stream into lines until it ends. A line is held until its end is there, and no longer than `longest` characters of it. */
export async function streamLines(
  output: ReadableStream<Uint8Array>,
  longest: number,
  { onLine, onTooLong }: LineReader,
): Promise<void> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const hold = (piece: string): void => {
    length += piece.length;
    if (length > longest) parts = [];
    else parts.push(piece);
  };
  const end = (): void => {
    const [line, characters] = [parts.join(''), length];
    parts = [];
    length = 0;
    if (characters > longest) onTooLong(characters);
    else onLine(line);
  };
  const take = (text: string): void => {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) end();
      hold(piece);
    }
  };
  for await (const chunk of output) take(decoder.decode(chunk, { stream: true }));
  take(decoder.decode());
  if (length > 0) end();
}
