/**
 * Length in bytes of the first answer in `bytes`, null if unknown yet. May exceed what has arrived. `enough`: nobody wants the rest,
 * which only the end of the process keeps from coming.
 */
export type Framing = (bytes: Buffer) => number | 'enough' | null;

/** A caller that waits for the next answer of a stream. */
export interface Waiting {
  readonly framing: Framing;
  readonly resolve: (answer: Buffer) => void;
}

/** Cuts a stream of bytes into answers, in the order of the questions. */
export interface Answers {
  receive(chunk: Buffer): void;
  reset(): void;
}

/** `next` is the oldest question that has no answer yet; `taken` is called once it has, and `enough` if that is cut off. */
export function createAnswers(
  next: () => Waiting | undefined,
  taken: () => void,
  enough: () => void,
): Answers {
  let chunks: Buffer[] = [];
  let have = 0;
  // A large answer comes in many chunks: join them once, when there are enough.
  let need = 0;

  return {
    receive(chunk) {
      chunks.push(chunk);
      have += chunk.length;
      for (let waiting = next(); waiting && have > 0 && have >= need; waiting = next()) {
        const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
        chunks = [bytes];
        const framed = waiting.framing(bytes);
        if (framed === 'enough') {
          taken();
          waiting.resolve(bytes);
          return enough();
        }
        const length = framed ?? have + 1;
        if (length > have) {
          need = length;
          return;
        }
        chunks = length === have ? [] : [bytes.subarray(length)];
        have -= length;
        need = 0;
        taken();
        waiting.resolve(bytes.subarray(0, length));
      }
    },
    reset() {
      chunks = [];
      have = 0;
      need = 0;
    },
  };
}
