/** Entry of its own bundle, which is loaded when the first token is counted: its tables are larger than the rest of Cairn. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { createTokenCounter } from './tokens/createTokenCounter.ts';
import { makeO200kTable, TABLE_FILE } from './tokens/o200k.ts';
import { openTokenTable } from './tokens/tokenTable.ts';

const here = fileURLToPath(import.meta.url);
const table = openTokenTable(
  here.endsWith('.cjs') ? readFileSync(join(dirname(here), TABLE_FILE)) : makeO200kTable(),
);

/**
 * Number of o200k_base tokens in a text. Never throws. A special token such as `<|endoftext|>` is text like any other: nobody may
 * break a session by writing it into a file.
 */
export const count = createTokenCounter(O200K_TOKEN_SPLIT_REGEX, table);
