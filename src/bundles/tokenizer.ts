/** Entry of its own bundle, which is loaded when the first token is counted: its tables are larger than the rest of Cairn. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

// By default the library throws if a text holds a special token such as `<|endoftext|>`. In a packet that is text like any other:
// nobody may break a session by writing it into a file.
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Number of o200k_base tokens in a text. Never throws. */
export function count(text: string): number {
  return countTokens(text, plain);
}
