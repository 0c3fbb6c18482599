/**
 * Records what crosses between a client and each real agent in one simple run, as JSON lines with the sender, into
 * `transcripts/`: `node test/agents/recordTranscriptsProgram.ts` after a new version of an agent shows what changed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acpTalk, type AcpTalk } from '../support/agents/acpTalk.ts';
import { gemini } from '../support/agents/gemini.ts';
import { opencode } from '../support/agents/opencode.ts';
import { qwen } from '../support/agents/qwen.ts';
import type { AgentPlace, RealAgent } from '../support/agents/realAgent.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { scriptedModel } from '../support/model/scriptedModel.ts';
import { writesThenDone } from '../support/model/scripts.ts';
import { say } from '../support/model/turn.ts';

/** Each with the mode in which it asks before it writes. */
const agents: Readonly<Record<string, readonly [(place: AgentPlace) => Promise<RealAgent>, string]>> = {
  opencode: [(place) => opencode(place, { edit: 'ask' }), 'build'],
  qwen: [qwen, 'default'],
  gemini: [gemini, 'default'],
};

const folder = join(import.meta.dirname, 'transcripts');
await mkdir(folder, { recursive: true });
for (const [name, [make, mode]] of Object.entries(agents)) await record(name, make, mode);

async function record(
  name: string,
  make: (place: AgentPlace) => Promise<RealAgent>,
  mode: string,
): Promise<void> {
  const model = await scriptedModel([say('done')]);
  const repo = await gitRepo({ 'README.md': 'hello\n' });
  const home = join(repo.root, '..', 'home');
  const talk = await acpTalk(await make({ url: model.url, home }), repo.root);
  try {
    await talk.setMode(mode);
    model.play(writesThenDone({ [join(repo.root, 'plan.md')]: 'the plan\n' }));
    await talk.prompt('Write the plan.');
    await writeFile(
      join(folder, `${name}.jsonl`),
      withoutPlaces(talk, { '/home/ada/repo': repo.root, '/home/ada': home }),
    );
  } finally {
    await talk.dispose();
    await model.dispose();
    await repo.dispose();
  }
}

/** Folders of this machine under other names, since the next machine has other ones. */
function withoutPlaces({ lines }: AcpTalk, places: Readonly<Record<string, string>>): string {
  const text = lines.map(({ from, message }) => `${JSON.stringify({ from, message })}\n`).join('');
  return Object.entries(places).reduce((all, [name, place]) => all.replaceAll(place, name), text);
}
