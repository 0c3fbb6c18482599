import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorld } from '../src/runner/openWorld.ts';
import { benchRepository } from './benchRepository.ts';
import { median, ms, type BenchRow } from './row.ts';

const PHASES = 10;

/** What Cairn adds to each phase of a session whose agent does next to nothing: agent and its process start excluded. */
export async function measureOverhead(): Promise<BenchRow[]> {
  const bench = await benchRepository(2000);
  await writeFile(
    join(bench.root, 'agent.sh'),
    'echo "# $CAIRN_PHASE\n\ndone" > "$CAIRN_PHASE_DIR/out.md"\n',
  );
  const phases = Array.from(
    { length: PHASES },
    (_value, at) => `  - { id: phase-${at}, artifacts: [out.md] }`,
  ).join('\n');
  await writeFile(
    join(bench.root, 'bench.yaml'),
    `schema: 1\nname: bench\nagent: { kind: command, command: [sh, agent.sh] }\nphases:\n${phases}\n`,
  );
  await bench.git('add', '-A');
  await bench.git('commit', '-qm', 'agent');
  const closed: number[] = [];
  const agent: number[] = [];
  const world = await openWorld(bench.root, {
    env: bench.env,
    log: { info() {}, warn() {}, error() {} },
    onProgress: (progress) => {
      if (progress.type === 'checkpoint') closed.push(performance.now());
      if (progress.type === 'agent-ended') agent.push(progress.ms);
    },
  });
  try {
    const began = performance.now();
    await world.api.start(
      {
        workflow: 'bench.yaml',
        request: 'Nothing',
        id: 'overhead',
        inPlace: false,
        base: null,
        withChanges: false,
        until: null,
      },
      new AbortController().signal,
    );
    const whole = performance.now() - began;
    const between = closed.slice(1).map((at, index) => at - (closed[index] ?? at) - (agent[index + 1] ?? 0));
    return [
      {
        measure: 'overhead of a phase',
        at: `${PHASES} phases, 2,000 files, an agent that does nothing`,
        against: '',
        ratio: null,
        bar: 'told',
        holds: null,
        note: `${ms(median(between))} a phase besides its agent's process (${ms(median(agent))} with supervisor and start of sh); ${ms(whole)} for the session`,
      },
    ];
  } finally {
    await world.dispose();
    await bench.dispose();
  }
}
