import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream } from '@agentclientprotocol/sdk';
import { writesThenDone } from '../test/support/model/scripts.ts';
import { agentBench, runAgent, type AgentBench } from './agentBench.ts';
import { interleaved, ms, type BenchRow } from './row.ts';

const ROUNDS = 7;

/**
 * How long a phase takes whose agent writes one file, over the Agent Client Protocol and with all that Cairn does around
 * it, beside the agent's own headless command with the same two answers of the model.
 */
export async function measureAgentPhase(): Promise<BenchRow[]> {
  const bench = await agentBench(['one']);
  let round = 0;
  try {
    const [ours = 0, theirs = 0, start = 0] = await interleaved(ROUNDS, [
      () => phase(bench, `round-${(round += 1)}`),
      () => headless(bench),
      () => agentStart(bench),
    ]);
    return [
      {
        measure: 'a phase over ACP',
        at: `opencode, one file written, ${ROUNDS} rounds`,
        against: "the agent's own headless command",
        ratio: ours / theirs,
        bar: '≤ 1.1 × + one agent start',
        holds: ours <= 1.1 * theirs + start,
        note: `${ms(ours)} / ${ms(theirs)}; one start of the agent, up to its session: ${ms(start)}`,
      },
    ];
  } finally {
    await bench.dispose();
  }
}

/** From the checkpoint before the phase to its own. */
async function phase(bench: AgentBench, session: string): Promise<number> {
  const artifact = join(bench.worktree(session), `.cairn/sessions/${session}/01-one/result.md`);
  bench.model.play(writesThenDone({ [artifact]: 'Result.\n' }));
  const at: Record<string, number> = {};
  const { reason, message } = await bench.drive(session, 'one', 'start', (event) => {
    if (event.type === 'attempt') at['began'] = performance.now();
    if (event.type === 'checkpoint' && event.kind === 'phase') at['ended'] = performance.now();
  });
  if (reason !== 'completed') throw new Error(`the session ended as ${reason}: ${message}`);
  return (at['ended'] ?? Number.NaN) - (at['began'] ?? Number.NaN);
}

async function headless({ agent, model, repo }: AgentBench): Promise<number> {
  model.play(writesThenDone({ [join(repo.root, 'result.md')]: 'Result.\n' }));
  const began = performance.now();
  await runAgent(agent.headless('Write the result.'), repo.root);
  return performance.now() - began;
}

/** What every attempt begins with: the program, its first word, a session. */
async function agentStart({ agent, repo }: AgentBench): Promise<number> {
  const [program, ...args] = agent.acp.command;
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: repo.root,
    env: agent.acp.env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const connection = client({ name: 'bench' }).connect(
    ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>),
  );
  await connection.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  await connection.agent.request('session/new', { cwd: repo.root, mcpServers: [] });
  const took = performance.now() - began;
  child.stdin.end();
  await ended;
  return took;
}
