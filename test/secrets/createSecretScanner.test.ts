import { expect, test } from 'vitest';
import { findSecrets } from '../../src/bundles/secretRules.ts';
import { createSecretScanner } from '../../src/secrets/createSecretScanner.ts';

const scanner = createSecretScanner(async () => ({ findSecrets }));
const scan = (text: string) => scanner.scan('notes.md', new TextEncoder().encode(text));
// Put together here, so that this file itself holds no secret.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
const key = ['-----BEGIN', 'OPENSSH PRIVATE KEY-----'].join(' ');

test('a token is found in its line, and what is said of it does not hold it', async () => {
  const hits = await scan(`one\ntwo ${token}\n`);
  expect(hits.map((hit) => hit.line)).toEqual([2]);
  expect(JSON.stringify(hits)).not.toContain(token);
});

test('the header of a private key is enough', async () => {
  expect(await scan(`a\nb\n${key}\n`)).toEqual([{ line: 3, what: 'private key', spans: [[0, key.length]] }]);
});

test('ordinary text and binary files hold none', async () => {
  expect(await scan('const password = process.env.PASSWORD;\n')).toEqual([]);
  expect(await scanner.scan('x.bin', new Uint8Array([0, 1, 2]))).toEqual([]);
});

test('a scan leaves nothing in the process that does it, whose files may be thousands', async () => {
  const marks = (): number => performance.getEntriesByType('mark').length;
  const before = marks();
  await scan('nothing to see\n');
  expect(marks()).toBe(before);
});

test('a line that says so is allowed', async () => {
  expect(await scan(`${key} cairn:allow-secret\n`)).toEqual([]);
});

test('a text that Windows wrote as UTF-16 is read as one', async () => {
  const little = Buffer.from(`\ufeffone\n${token}\n`, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()])
    expect((await scanner.scan('notes.txt', bytes)).map((hit) => hit.line)).toEqual([2]);
});
