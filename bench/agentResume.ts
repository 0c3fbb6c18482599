import { join } from 'node:path';
import { shellCall, writeFileCall } from '../test/support/model/agentTools.ts';
import type { ModelRequest } from '../test/support/model/script.ts';
import { call, say, type Turn } from '../test/support/model/turn.ts';
import { agentBench, runAgent, type AgentBench } from './agentBench.ts';
import type { BenchRow } from './row.ts';

const TURNS = [5, 20, 60] as const;

/** So many turns in which the agent reads two kilobytes, and one in which it writes its result. */
const works =
  (turns: number, artifact: string): ((request: ModelRequest) => Turn) =>
  ({ tools, results }) => {
    const done = results.length;
    if (done < turns - 1) return call(shellCall(tools, `seq ${done * 500} ${done * 500 + 450}`));
    return done < turns
      ? call(writeFileCall(tools, artifact, `Result after ${turns} turns.\n`))
      : say('done');
  };

/** The first request with tools after this one: others are for titles. Bytes on the wire. */
function firstAfter({ model }: AgentBench, before: number): number {
  const found = model.requests.slice(before).find(({ got }) => got !== 'side');
  if (found === undefined) throw new Error('the agent asked its model nothing');
  return found.bytes;
}

/**
 * What the model is sent first when work goes on after phases of many turns: the packet in a session of its own, or
 * what the agent itself sends when it resumes.
 */
export async function measureAgentResume(): Promise<BenchRow[]> {
  const bench = await agentBench(['one', 'two']);
  try {
    const rows: { readonly turns: number; readonly ours: number; readonly theirs: number }[] = [];
    for (const turns of TURNS)
      rows.push({ turns, ours: await ours(bench, turns), theirs: await theirs(bench, turns) });
    const first = rows[0]?.ours ?? 0;
    return rows.map(({ turns, ours: mine, theirs: his }) => ({
      measure: 'first model request after a resume',
      at: `opencode, ${turns} model turns before`,
      against: '`opencode run -c`',
      ratio: mine / his,
      bar: 'ours does not grow',
      // Paths and times in the prompt have no fixed length.
      holds: mine <= first * 1.02,
      note: `${kilobytes(mine)} / ${kilobytes(his)}`,
    }));
  } finally {
    await bench.dispose();
  }
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

async function ours(bench: AgentBench, turns: number): Promise<number> {
  const session = `turns-${turns}`;
  const artifact = (folder: string): string =>
    join(bench.worktree(session), `.cairn/sessions/${session}/${folder}/result.md`);
  bench.model.play(works(turns, artifact('01-one')));
  await expectEnd(bench.drive(session, 'one', 'start'), 'paused');
  const before = bench.model.requests.length;
  bench.model.play(works(1, artifact('02-two')));
  await expectEnd(bench.drive(session, 'two', 'resume'), 'completed');
  return firstAfter(bench, before);
}

async function theirs(bench: AgentBench, turns: number): Promise<number> {
  const { model, repo, agent } = bench;
  await repo.shell('git checkout -q -- .; git clean -qfd');
  model.play(works(turns, join(repo.root, 'result.md')));
  await runAgent(agent.headless('Do phase one.'), repo.root);
  const before = model.requests.length;
  model.play([say('done')]);
  const { command, env } = agent.headless('Do phase two.');
  const [program, verb = '', ...rest] = command;
  await runAgent({ command: [program, verb, '-c', ...rest], env }, repo.root);
  return firstAfter(bench, before);
}

async function expectEnd(
  running: Promise<{ readonly reason: string; readonly message: string }>,
  reason: string,
): Promise<void> {
  const end = await running;
  if (end.reason !== reason) throw new Error(`the session ended as ${end.reason}: ${end.message}`);
}
