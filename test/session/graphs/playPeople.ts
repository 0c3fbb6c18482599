import { CairnError } from '../../../src/base/cairnError.ts';
import type { CairnApi } from '../../../src/session/api.ts';
import { PLAIN_RESUME } from '../../../src/session/api/run.ts';
import { createApi } from '../../../src/session/createApi.ts';
import { turns } from '../../support/busyClock.ts';
import { mortalWorld } from '../../support/mortalWorld.ts';
import { DEMO, START } from '../../support/session.ts';
import type { Draw, Table } from './anyTable.ts';

/** Owners one after the other, of whom those from `QUIET` on are neither killed nor stopped. */
const [MOST, QUIET] = [14, 9];
/** Turns: a person who said something to an owner that died waits until its lease is free. */
const PATIENCE = 6_000;
/** Milliseconds: modules that are loaded for the first time take longer than any number of turns. */
const HANGS_MS = 60_000;

/** How a session came out. */
export interface Came {
  /** The reason of the last run; `died` where its owner did. */
  readonly end: string;
  /** What nobody should have met. */
  readonly faults: readonly string[];
}

/** Lets owners work on it, who die and are stopped at random, and people say things of what waits meanwhile, several at once. */
export async function playPeople(table: Table): Promise<Came> {
  const faults: string[] = [];
  for (let nth = 0; nth < MOST; nth += 1) {
    const end = await owned(table, nth, faults);
    const isLast = end === 'completed' || end === 'hangs' || nth === MOST - 1;
    if (isLast || faults.length > 0) return { end, faults };
    await speak(
      createApi({ ...table.memory.of(`after-${nth}`), processes: table.checks() }),
      table.draw,
      faults,
    );
  }
  return { end: '', faults };
}

async function owned(table: Table, nth: number, faults: string[]): Promise<string> {
  const { memory, draw, checks } = table;
  const isQuiet = nth >= QUIET;
  const dieAt = !isQuiet && draw(2) === 0 ? 1 + draw(1_800) : null;
  const stopAt = !isQuiet && draw(4) === 0 ? draw(40) : null;
  const owner = `owner-${nth}`;
  const { world, died } = mortalWorld({ ...memory.of(owner), processes: checks() }, dieAt);
  const stop = new AbortController();
  const api = createApi(world);
  const isThere = (await createApi(memory.of('looks')).list()).length > 0;
  const run = isThere ? api.resume(DEMO, PLAIN_RESUME, stop.signal) : api.start(START, stop.signal);
  const came = run.then(
    ({ reason }): string => reason,
    (error: unknown): string => {
      faults.push(`the run threw ${told(error)}`);
      return 'threw';
    },
  );
  let isOver = false;
  const began = Date.now();
  const ended = Promise.race([came, died.then(() => 'died')]).finally(() => (isOver = true));
  const said: Promise<void>[] = [];
  const person = createApi({ ...memory.of(`person-${nth}`), processes: checks() });
  for (let moment = 0; ; moment += 1) {
    if (isOver) break;
    await turns(10 + draw(40));
    if (moment === stopAt) stop.abort();
    if (draw(2) === 0 && said.length < 3) said.push(speak(person, draw, faults));
    if (Date.now() - began > HANGS_MS) return 'hangs';
  }
  memory.kill(owner);
  await Promise.race([Promise.all(said), turns(PATIENCE)]);
  return ended;
}

/** A person says something of one that waits; what is refused is told with a reason. */
async function speak(api: CairnApi, draw: Draw, faults: string[]): Promise<void> {
  const { questions = [] } = (await api.status(DEMO).catch(() => null)) ?? {};
  const asked = questions[draw(Math.max(1, questions.length))];
  if (asked === undefined) return;
  const { phase, kind, about } = asked;
  try {
    if (about === 'loop') await api.answer(DEMO, ANSWERS[draw(ANSWERS.length)] ?? '', phase);
    else if (kind === 'question') await api.answer(DEMO, 'Do it.', phase);
    else if (draw(3) === 0) await api.reject(DEMO, phase, 'No.');
    else await api.approve(DEMO, phase, null);
  } catch (error) {
    const isRefused = error instanceof CairnError && /^(usage|lease)\//.test(error.code);
    if (!isRefused) faults.push(`a word of ${phase} threw ${told(error)}`);
  }
}

const ANSWERS = ['another round', 'accept as it is', 'another round', 'Once more, please.'];

const told = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
