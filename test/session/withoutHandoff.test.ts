import { expect, test } from 'vitest';
import { parsePacket } from '../../src/model/packet/parsePacket.ts';
import { acpSettings } from '../support/acpAgent.ts';
import { DEMO, stage, type Seat, type Stage } from '../support/session.ts';

const SPEAKER = {
  agents: {
    speaker: acpSettings({
      steps: [
        { say: 'I will begin.' },
        { write: { path: 'src/login.ts', text: 'one\ntwo\n' } },
        { write: { path: 'README.md', text: 'hello\nthere\n' } },
        { write: { path: `.cairn/sessions/${DEMO}/01-one/result.md`, text: 'The form is there.\n' } },
        { say: 'The login works.\n\n## Open questions\n- Which port?\n' },
      ],
    }),
  },
};
const FLOW = { agent: 'speaker', phases: [{ id: 'one' }, { id: 'two', agent: 'manual' }] };

class Died extends Error {}

async function packetOf(s: Seat): Promise<Record<string, string>> {
  const path = `.cairn/sessions/${DEMO}/01-one/PACKET.md`;
  const packet = parsePacket(path, `${await s.repo.git('show', `cairn/demo:${path}`)}\n`);
  if (!packet.ok) throw new Error(JSON.stringify(packet.error));
  return Object.fromEntries(packet.value.sections.map(({ heading, text }) => [heading, text]));
}

async function finished(world: Parameters<Stage['seat']>[0]): Promise<Seat> {
  const s = await stage(FLOW, { world: SPEAKER });
  const seat = await s.seat(world ?? {});
  await seat.start({ until: 'one' }).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error;
  });
  if (seat.progress.some(({ type }) => type === 'checkpoint') && (await s.log()).length > 1) return seat;
  await seat.dispose();
  await s.resume({ until: 'one' });
  return s;
}

test('a phase whose agent leaves no HANDOFF.md hands on its last words, its artifacts and what it changed', async () => {
  const s = await finished({});
  expect(await packetOf(s)).toMatchObject({
    'State of the work': '- [01-one] Changed 2 files: `README.md` (+1 -0), `src/login.ts` (new, +2)',
    'Open questions': '- [01-one] Which port?',
    Artifacts: expect.stringContaining('`01-one/result.md@one` (19 bytes): The form is there.') as string,
  });
  expect(await s.violations()).toEqual([]);
});

test('its last words are in the record: a resume after a crash builds the same packet', async () => {
  const s = await finished({
    reached(point) {
      if (point === 'attempt/agent-ended') throw new Died();
    },
  });
  expect(await packetOf(s)).toEqual(await packetOf(await finished({})));
  const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
  expect(JSON.parse(record)).toMatchObject({
    attempt: 1,
    finalText: 'The login works.\n\n## Open questions\n- Which port?',
  });
});
