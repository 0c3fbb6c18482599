import { appendFile, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStateStore } from '../../src/files/stateStore.ts';
import { encodeJournalLine, JOURNAL_LINE_BYTES } from '../../src/model/attempt/encodeJournalLine.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../../src/model/names/ids.ts';
import type { JournalLine } from '../../src/model/attempt/journal.ts';
import { parseJournalLine } from '../../src/model/attempt/journal.ts';
import type { Standing } from '../../src/model/slot/standing.ts';
import type { SessionState } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

const session = 'some-session' as SessionId;
const line = (reason: string): JournalLine => ({
  type: 'attempt-failed',
  at: '2026-11-20T10:00:00.000Z' as Timestamp,
  outcome: 'crashed',
  reasons: [reason],
});

async function made(): Promise<SessionState> {
  const state = createStateStore(await temporaryFolder()).of(session);
  await state.create({ branch: 'b', root: '/r', isolation: 'worktree', setup: 'done', head: null });
  return state;
}
/** The same session as another process sees it, with nothing remembered. */
const anew = (state: SessionState): SessionState =>
  createStateStore(join(state.folder, '..', '..')).of(session);

test('[A58] a torn last line is dropped, and the next line does not suffer from it', async () => {
  const state = await made();
  await state.journal(line('whole'));
  await appendFile(join(state.folder, 'journal.jsonl'), encodeJournalLine(line('torn')).slice(0, -20));
  expect(await anew(state).readJournal()).toEqual({ lines: [line('whole')], damaged: false, unknown: [] });
  await anew(state).journal(line('after'), { flush: true });
  expect(await anew(state).readJournal()).toEqual({
    lines: [line('whole'), line('after')],
    damaged: false,
    unknown: [],
  });
});

test('[A58] whatever a crash leaves of the last line, what was written before it is read, and what comes after it too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 200 }), fc.uint8Array({ maxLength: 8 }), async (cut, dirt) => {
      const state = await made();
      await state.journal(line('whole'));
      const torn = Buffer.concat([
        Buffer.from(encodeJournalLine(line('torn ü')).slice(0, -1)).subarray(0, cut),
        Buffer.from(dirt).filter((byte) => byte !== 10),
      ]);
      await appendFile(join(state.folder, 'journal.jsonl'), torn);
      await anew(state).journal(line('after'));
      expect(await anew(state).readJournal()).toEqual({
        lines: [line('whole'), line('after')],
        damaged: false,
        unknown: [],
      });
    }),
    { numRuns: 40 },
  );
});

test('[A58] a line that is broken further up is told, the others are read', async () => {
  const state = await made();
  await state.journal(line('one'));
  await appendFile(join(state.folder, 'journal.jsonl'), '{"type":"attempt-fai\n');
  await state.journal(line('two'));
  expect(await anew(state).readJournal()).toEqual({
    lines: [line('one'), line('two')],
    damaged: true,
    unknown: [],
  });
});

test('[L10] a line has at most 4 KB, is still a line, and keeps its ids', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 3_000 }), { maxLength: 60 }), (reasons) => {
      const text = encodeJournalLine({ ...line(''), reasons } as JournalLine);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(JOURNAL_LINE_BYTES);
      expect(text.indexOf('\n')).toBe(text.length - 1);
      expect(parseJournalLine(text)).toMatchObject({
        type: 'attempt-failed',
        at: '2026-11-20T10:00:00.000Z',
        outcome: 'crashed',
      });
    }),
    { numRuns: 200 },
  );
  const commit = 'a'.repeat(64) as CommitId;
  const long: JournalLine = {
    type: 'attempt-begun',
    at: '2026-11-20T10:00:00.000Z' as Timestamp,
    phase: 'p'.repeat(40) as PhaseId,
    attempt: 1,
    tip: commit,
    resumed: false,
    head: commit,
    agent: '\u0000'.repeat(9_000),
  };
  expect(parseJournalLine(encodeJournalLine(long))).toMatchObject({
    tip: commit,
    head: commit,
    phase: 'p'.repeat(40),
  });
});

test('a short line is written as it is', () => {
  expect(JSON.parse(encodeJournalLine(line('short')))).toEqual(line('short'));
});

test('a session whose folder was lost begins a new journal', async () => {
  const state = await made();
  await state.journal(line('lost'));
  await rm(state.folder, { recursive: true });
  await state.journal(line('new'), { flush: true });
  expect([await anew(state).readJournal(), await anew(state).exists()]).toEqual([
    { lines: [line('new')], damaged: false, unknown: [] },
    false,
  ]);
});

test('a torn commit id is none, and the next one is whole', async () => {
  const state = await made();
  await state.recordPublished('1'.repeat(40) as CommitId);
  await appendFile(join(state.folder, 'published'), '2222');
  expect([...(await anew(state).published())]).toEqual(['1'.repeat(40)]);
  await anew(state).recordPublished('3'.repeat(40) as CommitId);
  expect([...(await anew(state).published())]).toEqual(['1'.repeat(40), '3'.repeat(40)]);
});

test('what was seen of git cannot be compared where it is damaged', async () => {
  const state = await made();
  for (const text of [
    '',
    '{',
    '[]',
    '{"who":"you","root":"/w"}',
    '{"who":"you","root":"/w","files":{"a":1}}',
  ]) {
    await writeFile(join(state.folder, 'git-seen.json'), text);
    expect(await state.seenGit()).toBeNull();
  }
});

test('a damaged about.json is a lost one', async () => {
  const state = await made();
  for (const text of [
    '',
    '{',
    '[]',
    '{"schema":1,"branch":"b","root":"/r","isolation":"both","setup":"done","head":null}',
  ]) {
    await writeFile(join(state.folder, 'about.json'), text);
    expect(await state.about()).toBeNull();
  }
});

const NOTE = { schema: 1, branch: 'b', root: '/r', isolation: 'worktree', setup: 'done', head: null };
const STANDS = { phase: 'build', round: 2, taken: 7, stands: 'c1', rests: 't1', since: 'c0' };

test.each([
  ['where phases run one by one', {}, undefined],
  [
    'that says whose it is only',
    { phase: null },
    { phase: null, round: 1, stands: null, rests: null, since: null },
  ],
  ['of one that stays', { ...STANDS, moving: null, movingRests: 't2' }, STANDS],
  [
    'of one that is on its way',
    { ...STANDS, moving: 'c2', movingRests: 't2' },
    { ...STANDS, moving: { to: 'c2', rests: 't2' } },
  ],
  ['without whose it is: it is none', { ...STANDS, phase: undefined }, undefined],
])('how a slot stands is read from a note %s', async (_what, fields, standing) => {
  const state = await made();
  await writeFile(join(state.folder, 'about.json'), JSON.stringify({ ...NOTE, ...fields }));
  expect((await state.about())?.standing).toEqual(standing);
});

test('how a slot stands is noted as it always was, key by key, and forgotten whole', async () => {
  const state = await made();
  const written = async (): Promise<object> =>
    JSON.parse(await readFile(join(state.folder, 'about.json'), 'utf8')) as object;
  const before = await written();
  const moving = { to: 'c2' as CommitId, rests: null };
  await state.note({ standing: { ...(STANDS as unknown as Standing), moving } });
  expect(await written()).toEqual({ ...before, ...STANDS, moving: 'c2', movingRests: null });
  await state.note({ setup: 'pending', standing: STANDS as unknown as Standing });
  expect(await written()).toEqual({ ...before, ...STANDS, setup: 'pending' });
  await state.note({ setup: 'done', standing: null });
  expect(await written()).toEqual(before);
});

test('folders of leases alone, of trees and of strangers are no sessions; a lease outlives the state of its session', async () => {
  const state = await made();
  const folder = join(state.folder, '..');
  for (const name of ['tree-0123456789abcdef', 'Not A Session', 'empty-folder'])
    await mkdir(join(folder, name));
  for (const name of ['tree-0123456789abcdef', session])
    await writeFile(join(folder, name, 'lease.3.json'), '{}');
  await writeFile(join(folder, 'a-file'), '');
  const store = createStateStore(join(folder, '..'));
  expect(await store.sessions()).toEqual([session]);
  await state.remove();
  expect([await store.sessions(), await readdir(state.folder)]).toEqual([[], ['lease.3.json']]);
});

test('the private index goes to the next owner by its name; what the one before still writes is not looked at', async () => {
  const state = await made();
  const write = (name: string, text: string): Promise<void> => writeFile(join(state.folder, name), text);
  const names = async (): Promise<readonly string[]> =>
    (await readdir(state.folder)).filter((name) => name.startsWith('index')).sort();
  await write('index', 'as opened');
  await write('index.tree', 'of that');
  const first = await state.adoptIndex(1);
  expect([await readFile(first, 'utf8'), await names()]).toEqual(['as opened', ['index-1', 'index-1.tree']]);
  await write('index-1.few', 'of one that was killed');
  expect(await state.adoptIndex(1)).toBe(first);
  const third = await state.adoptIndex(3);
  expect([third, await names()]).toEqual([join(state.folder, 'index-3'), ['index-3', 'index-3.tree']]);
  await write('index-1', 'by one that stood still');
  expect(await state.adoptIndex(1)).toBe(first);
  expect([await state.newestIndex(), await readFile(third, 'utf8')]).toEqual([third, 'as opened']);
  expect(await state.adoptIndex(12)).toBe(join(state.folder, 'index-12'));
  expect(await names()).toEqual(['index-12', 'index-12.tree']);
});

test('only locks of our own index are cleared', async () => {
  const state = await made();
  for (const name of ['index', 'index.lock', 'index.tmp.lock']) await writeFile(join(state.folder, name), '');
  await state.clearOwnLocks();
  expect((await readdir(state.folder)).sort()).toEqual(['about.json', 'index']);
});

test('the tail of an output is its last lines, from its last 64 KB, as a terminal would show them', async () => {
  const state = await made();
  const file = join(await state.outputFolder('plan' as PhaseId, 1), 'agent.log');
  await writeFile(file, `${'x'.repeat(70_000)}\nä\r\n\u001b[1mbold\u001b[0m\n10%\r100%\n`);
  const bytes = 70_027;
  expect(await state.tail(file, 3)).toEqual({ lines: ['ä', 'bold', '100%'], bytes, cut: true });
  expect(await state.tail(join(state.folder, 'none.log'), 3)).toEqual({ lines: [], bytes: 0, cut: false });
});

test('of a line that is longer than what is looked at its end is shown, and that there is more is told', async () => {
  const state = await made();
  const file = join(await state.outputFolder('plan' as PhaseId, 1), 'agent.log');
  await writeFile(file, `${'ä'.repeat(100_000)}\nlast line\n`);
  const { lines, bytes, cut } = await state.tail(file, 100);
  expect([lines.length, lines[0]?.slice(0, 3), lines[1], bytes, cut]).toEqual([
    2,
    '…ää',
    'last line',
    200_011,
    true,
  ]);
  await writeFile(file, 'one\ntwo\n');
  expect(await state.tail(file, 2)).toEqual({ lines: ['one', 'two'], bytes: 8, cut: false });
  expect(await state.tail(file, 1)).toEqual({ lines: ['two'], bytes: 8, cut: true });
});

test('a file of an output is never written through a link that an agent has laid there', async () => {
  const state = await made();
  const theirs = join(await temporaryFolder(), 'theirs.txt');
  await writeFile(theirs, 'theirs\n');
  const plan = 'plan' as PhaseId;
  const place = join(await state.outputFolder(plan, 1), 'prompt.md');
  await symlink(theirs, place);
  expect(await state.outputFile(plan, 1, 'prompt.md', 'ours\n')).toBe(place);
  expect([await readFile(theirs, 'utf8'), await readFile(place, 'utf8')]).toEqual(['theirs\n', 'ours\n']);
  expect((await stat(place)).mode & 0o777).toBe(0o600);
});

test('a request is a file of its own: any window can make it without reading anything', async () => {
  const state = await made();
  await state.request('stop', 3);
  expect(await readFile(join(state.folder, 'request.stop'), 'utf8')).toBe('3\n');
});
