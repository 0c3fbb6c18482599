import type { SessionId } from '../src/model/names/ids.ts';
import { createSpending } from '../src/session/spending.ts';
import { limitBefore } from '../src/session/run/next/askOfLimit.ts';
import { nextSteps } from '../src/session/run/next/nextSteps.ts';
import { readHistory } from '../src/session/record/history.ts';
import { readTip } from '../src/session/record/sessionRecord.ts';
import type { AtTip } from '../src/session/drive.ts';
import { benchRepository } from './benchRepository.ts';
import { lengthen, openSession } from './longSession.ts';
import { median, ms, timed, type BenchRow } from './row.ts';

const SESSION = 'graph' as SessionId;
const PHASES = 500;
const CHECKPOINTS = 5_000;
const ROUNDS = 31;
const MOST_MS = 20;

/** Half of them with a condition on what the first one left, the others a chain; three may work at once, and a limit is counted. */
const phaseAt = (at: number): string =>
  at % 2 === 0
    ? `  - { id: p${at}, needs: [one], artifacts: [out.md], when: { file: one/one.json, at: /go, is: true } }\n`
    : `  - { id: p${at}, needs: [${at === 1 ? 'one' : `p${at - 2}`}], artifacts: [out.md] }\n`;
const WORKFLOW = `schema: 2
name: bench
parallel: 3
limits: { time: 500h }
agent: { kind: command, command: [sh, agent.sh] }
phases:
  - { id: one, artifacts: [one.md, one.json] }
${Array.from({ length: PHASES - 1 }, (_value, at) => phaseAt(at)).join('')}`;

/** What a run decides once a phase is published: what is to begin next, and whether a limit stands in the way. */
export async function measureGraph(): Promise<BenchRow[]> {
  const bench = await benchRepository(200);
  const opened = await openSession(bench, SESSION, WORKFLOW);
  try {
    await lengthen(bench, SESSION, CHECKPOINTS);
    const { world } = opened;
    const reading: number[] = [];
    const deciding: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const began = performance.now();
      const record = await readTip(world, SESSION);
      const history = await readHistory(world.repository, record);
      reading.push(performance.now() - began);
      if (history.length !== CHECKPOINTS) throw new Error(`${history.length} checkpoints`);
      const spending = createSpending();
      const tip = { world, session: SESSION, record, history, spending } as unknown as AtTip;
      deciding.push(
        await timed(async () => {
          const steps = await nextSteps(tip, { working: new Set(), tried: new Set() });
          if (steps.filter((step) => step.do === 'begin').length !== 3) throw new Error('not three begin');
          for (const step of steps) await limitBefore(tip, step.phase);
        }),
      );
    }
    // The first one warms caches up.
    const [read, decide] = [median(reading.slice(1)), median(deciding.slice(1))];
    return [
      {
        measure: 'deciding what comes next',
        at: `${PHASES} phases, ${CHECKPOINTS.toLocaleString('en')} checkpoints behind them`,
        against: '',
        ratio: null,
        bar: `≤ ${MOST_MS} ms`,
        holds: decide <= MOST_MS,
        note: `${ms(decide)}; reading the tip and its whole history before that, once a run: ${ms(read)}`,
      },
    ];
  } finally {
    await opened.dispose();
    await bench.dispose();
  }
}
