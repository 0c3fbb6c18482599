import type { CairnApi } from '../../src/session/api.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { playedEngine, stage, type MortalEngine } from '../support/memoryStage.ts';
import { DEMO, START, workIn, type Flow, type Stage } from '../support/session.ts';
import type { ExamplePlay } from './exampleParts.ts';

const never = new AbortController().signal;

/** A stage on which an example is played. */
export async function stageOf(
  flow: Flow,
  { parts }: Pick<ExamplePlay, 'parts'>,
  reached: () => void = () => {},
): Promise<Stage> {
  const s = await stage(flow, { world: { reached } });
  for (const [of, script] of Object.entries(parts)) await s.agent.part(of, script);
  return s;
}

type Person = Pick<ExamplePlay, 'byHand'>;

/**
 * What a person does next: begins, does what is theirs to do, says yes to what waits, or goes on, also with what only has to be
 * brought in step. False: it is done.
 */
async function goOn(api: CairnApi, s: Stage, { byHand = {} }: Person): Promise<boolean> {
  const [session] = await api.list();
  if (session === undefined) await api.start(START, never);
  else if (session.state !== 'waiting') await api.resume(DEMO, PLAIN_RESUME, never);
  else {
    const { question, phases } = await api.status(DEMO);
    if (question?.kind !== 'work') await api.approve(DEMO, null, null);
    else {
      const at = phases.findIndex(({ status }) => status === 'waiting');
      const phase = phases[at]?.id ?? '';
      const folder = `.cairn/sessions/${DEMO}/0${at + 1}-${phase}`;
      for (const [name, text] of Object.entries(byHand[phase] ?? {}))
        await (await s.worktree()).write(`${folder}/${name}`, text);
      await api.resume(DEMO, PLAIN_RESUME, never);
    }
  }
  return session?.state !== 'done';
}

/** Plays it to its end, approving whatever waits. */
export async function playToItsEnd(s: Stage, person: Person = {}): Promise<void> {
  // On twins no timer gets its turn meanwhile: no timeout would end it.
  for (let steps = 0; await goOn(s.api, s, person); steps += 1)
    if (steps > 50) throw new Error('it comes to no end');
}

function mortal(s: Stage): MortalEngine {
  const engine = playedEngine(s);
  if (engine === null) throw new Error('only an engine over twins dies at a named place');
  return engine;
}

/** The same with an engine that dies each time it has passed so many named places. Answers how often it died. */
export async function playDying(flow: Flow, play: ExamplePlay, every: number): Promise<[Stage, number]> {
  let reached = (): void => {};
  const s = await stageOf(flow, play, () => reached());
  for (let deaths = 0; ; deaths += 1) {
    const engine = mortal(s);
    const died = Promise.withResolvers<'died'>();
    let left = every;
    reached = () => {
      left -= 1;
      if (left > 0) return;
      engine.kill();
      died.resolve('died');
    };
    const onward = async (): Promise<'ended'> => {
      while (await goOn(engine.api, s, play));
      return 'ended';
    };
    if ((await Promise.race([died.promise, onward()])) === 'ended') return [s, deaths];
  }
}

/** `kind phase` of each checkpoint. */
export const kindsOf = async (s: Stage): Promise<readonly string[]> =>
  (await s.api.log(DEMO)).map(({ kind, phase }) => (phase === null ? kind : `${kind} ${phase}`));

/** All that came out: the checkpoints, and every file of the last one but the records. */
export async function endOf(s: Stage, { parallel }: Flow): Promise<unknown> {
  const kinds = await kindsOf(s);
  return {
    // Which of those that are at work at once ends first, nobody knows.
    kinds: parallel === undefined ? kinds : kinds.toSorted(),
    state: (await s.api.status(DEMO)).state,
    files: await workIn(s.repo, 'refs/heads/cairn/demo'),
    violations: await s.violations(),
  };
}
