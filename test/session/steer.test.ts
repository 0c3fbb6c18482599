import { expect, test } from 'vitest';
import { engineProcess } from '../support/engineProcess.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, stage as onGit, type Seat } from '../support/session.ts';
import { until } from '../support/until.ts';

const NOTE = 'Keep the old flag working.';

async function notesOf(seat: Seat, folder: string): Promise<readonly unknown[]> {
  const record = await seat.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/${folder}/phase.json`);
  const { notes = [] } = JSON.parse(record) as { readonly notes?: readonly unknown[] };
  return notes;
}

/** At work until it is told to go on. */
const AT_WORK = 'usual; touch "$PLAY/at-work"; while [ ! -e "$PLAY/go" ]; do sleep 0.05; done';

test('a note to a session at work is told to the next phase, once, and recorded there', async () => {
  const s = await stage(chain('one', 'two', 'three'));
  await s.agent.part('one', AT_WORK);
  const started = s.start();
  const other = await s.seat();
  await until(() => s.agent.isMarked('at-work'));
  await other.api.steer(DEMO, NOTE);
  expect((await other.api.status(DEMO)).notes).toMatchObject([{ text: NOTE }]);
  await s.agent.mark('go');
  expect((await started).reason).toBe('completed');
  const told = await Promise.all(['one', 'two', 'three'].map((phase) => s.agent.prompt(phase)));
  expect(told.map((prompt) => prompt.includes(NOTE))).toEqual([false, true, false]);
  expect(await notesOf(s, '02-two')).toMatchObject([{ text: NOTE, attempt: 1, by: expect.any(String) }]);
  expect([await notesOf(s, '01-one'), await notesOf(s, '03-three')]).toEqual([[], []]);
  expect((await s.api.status(DEMO)).notes).toEqual([]);
  expect(await s.violations()).toEqual([]);
});

test('a note that an attempt was told which was cut off is told to the attempt after it', async () => {
  const s = await onGit(chain('one', 'two'));
  await s.start({ until: 'one' });
  await s.api.steer(DEMO, NOTE);
  const driver = await engineProcess(s, { verb: 'resume' }, 'attempt/begun');
  expect(await driver.says()).toBe('stopped');
  expect((await s.api.status(DEMO)).notes).toEqual([]);
  await driver.kill();
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.prompt('two', 2)).toContain(NOTE);
  expect(await notesOf(s, '02-two')).toMatchObject([{ text: NOTE, attempt: 1 }]);
});

test('an attempt after one that did not hold is not told the same twice', async () => {
  const s = await stage({ phases: [{ id: 'one' }, { id: 'two', retries: 1 }], agent: 'player' });
  await s.start({ until: 'one' });
  await s.agent.part('two-1', 'true');
  await s.api.steer(DEMO, NOTE);
  expect((await s.resume()).reason).toBe('completed');
  const told = [await s.agent.prompt('two', 1), await s.agent.prompt('two', 2)];
  expect(told.map((prompt) => prompt.includes(NOTE))).toEqual([true, false]);
});

test('what a resume is told is a note as well: by whom, and in the record', async () => {
  const s = await stage(chain('one', 'two'));
  await s.start({ until: 'one' });
  expect((await s.resume({ note: NOTE })).reason).toBe('completed');
  const [note] = (await notesOf(s, '02-two')) as readonly { by: string }[];
  expect(await s.agent.prompt('two')).toContain(`${note?.by} notes:\n\n> ${NOTE}`);
});

test('a session that is over, or never was here, is not steered; a secret is not taken', async () => {
  const s = await stage(chain('one', 'two'));
  await s.start({ until: 'one' });
  const secret = ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ');
  await expect(s.api.steer(DEMO, secret)).rejects.toMatchObject({ code: 'usage/invalid' });
  await s.resume();
  await expect(s.api.steer(DEMO, NOTE)).rejects.toMatchObject({ code: 'usage/not-possible' });
});
