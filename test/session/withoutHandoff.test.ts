import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { parsePacket } from '../../src/model/packet/parsePacket.ts';
import { acpSettings } from '../support/acpAgent.ts';
import { agentHere } from '../support/agentHere.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit, type Seat, type Stage } from '../support/session.ts';

const RESULT = `.cairn/sessions/${DEMO}/01-one/result.md`;
const WORK = {
  'src/login.ts': 'one\ntwo\n',
  'README.md': 'hello\nthere\n',
  [RESULT]: 'The form is there.\n',
};
const LAST_WORDS = 'The login works.\n\n## Open questions\n- Which port?';
const FLOW = { agent: 'speaker', phases: [{ id: 'one' }, { id: 'two', agent: 'manual' }] };

/** A real program that speaks the protocol. */
function spoken(): Promise<Stage> {
  const writes = Object.entries(WORK).map(([path, text]) => ({ write: { path, text } }));
  const steps = [{ say: 'I will begin.' }, ...writes, { say: `${LAST_WORDS}\n` }];
  return onGit(FLOW, { world: { agents: { speaker: acpSettings({ steps }) } } });
}

/** An agent in this process that does the same. */
async function told(): Promise<Stage> {
  const speaker = agentHere(
    async ({ cwd }) => {
      for (const [path, text] of Object.entries(WORK))
        await s.repo.write(relative(s.repo.root, join(cwd, path)), text);
      return { kind: 'completed', finalText: LAST_WORDS };
    },
    { kind: 'acp', name: 'speaker' },
  );
  const s: Stage = await stage(FLOW, { world: { extraAgents: [speaker] } });
  return s;
}

class Died extends Error {}

async function packetOf(s: Seat): Promise<Record<string, string>> {
  const path = `.cairn/sessions/${DEMO}/01-one/PACKET.md`;
  const packet = parsePacket(path, `${await s.repo.git('show', `cairn/demo:${path}`)}\n`);
  if (!packet.ok) throw new Error(JSON.stringify(packet.error));
  return Object.fromEntries(packet.value.sections.map(({ heading, text }) => [heading, text]));
}

async function finished(s: Stage, world: Parameters<Stage['seat']>[0]): Promise<Seat> {
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
  const s = await finished(await spoken(), {});
  expect(await packetOf(s)).toMatchObject({
    'State of the work':
      '- [01-one] The login works.\n- [01-one] Changed 2 files: `README.md` (+1 -0), `src/login.ts` (new, +2)',
    'Open questions': '- [01-one] Which port?',
    Artifacts: expect.stringContaining('`01-one/result.md@one` (19 bytes): The form is there.') as string,
  });
  expect(await s.violations()).toEqual([]);
});

test('its last words are in the record: a resume after a crash builds the same packet', async () => {
  const s = await finished(await told(), {
    reached(point) {
      if (point === 'attempt/agent-ended') throw new Died();
    },
  });
  expect(await packetOf(s)).toEqual(await packetOf(await finished(await told(), {})));
  const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
  expect(JSON.parse(record)).toMatchObject({
    attempt: 1,
    finalText: LAST_WORDS,
  });
});
