import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { makeTokenTable } from './tokenTable.ts';

/** The table as a file beside the bundle. */
export const TABLE_FILE = 'o200k_base.bin';

/** Makes the table of o200k_base from the ranks as OpenAI publishes them, which the library carries. */
export function makeO200kTable(): Uint8Array {
  const published = createRequire(import.meta.url).resolve('gpt-tokenizer/data/o200k_base.tiktoken');
  const lines = readFileSync(published, 'latin1').trimEnd().split('\n');
  const tokens: Uint8Array[] = [];
  for (const line of lines) {
    const [token = '', rank = ''] = line.split(' ');
    tokens[Number(rank)] = Buffer.from(token, 'base64');
  }
  return makeTokenTable(tokens);
}
