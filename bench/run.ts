/**
 * Measures everything, prints the tables and writes them into `bench/README.md`. Names limit it: `npm run bench -- agents`
 * measures and writes one part, `npm run bench -- checkpoint list` prints some measures and writes nothing.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureAgentMemory } from './agentMemory.ts';
import { measureAgentPhase } from './agentPhase.ts';
import { measureAgentResume } from './agentResume.ts';
import { measureCommands } from './commands.ts';
import { measureExtension } from './extension.ts';
import type { BenchRow } from './row.ts';
import { measureDisturbed, measureFuzz, measureLedger, measureSoaks } from './safety.ts';
import { measureShipped } from './shipped.ts';
import { measureStart } from './start.ts';
import { measureStartRow } from './startRow.ts';

type Measures = Readonly<Record<string, () => Promise<BenchRow[]>>>;

/** Each part has a table of its own in `bench/README.md`; that of safety stands in `docs/survives.md` too. */
const PARTS: Readonly<Record<string, Measures>> = {
  engine: {
    commands: () => measureCommands(),
    checkpoint: () => measureShipped('checkpoint'),
    ignored: () => measureShipped('ignored'),
    resume: () => measureShipped('resume'),
    list: () => measureShipped('list'),
    'second-look': () => measureShipped('second-look'),
    start: () => measureStart(),
    overhead: () => measureShipped('overhead'),
    waves: () => measureShipped('waves'),
    slot: () => measureShipped('slot'),
    graph: () => measureShipped('graph'),
    'handed-on': () => measureShipped('handed-on'),
    growth: () => measureShipped('growth'),
    extension: () => measureExtension(),
    'start-row': () => measureStartRow(),
  },
  agents: {
    'agent-resume': () => measureAgentResume(),
    'agent-phase': () => measureAgentPhase(),
    'agent-memory': () => measureAgentMemory(),
  },
  safety: {
    soaks: () => measureSoaks(Number(amounts.kills), Number(amounts.owners)),
    disturbed: () => measureDisturbed(Number(amounts.copies), Number(amounts.saves)),
    fuzz: () => measureFuzz(Number(amounts.cases)),
    ledger: () => measureLedger(),
  },
};

const FILES: Readonly<Record<string, readonly string[]>> = {
  engine: ['bench/README.md'],
  agents: ['bench/README.md'],
  safety: ['bench/README.md', 'docs/survives.md'],
};

const { values: amounts, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '200' },
    owners: { type: 'string', default: '100' },
    copies: { type: 'string', default: '30' },
    saves: { type: 'string', default: '100' },
    cases: { type: 'string', default: '1000' },
  },
});
const known = Object.entries(PARTS).flatMap(([part, measures]) => [part, ...Object.keys(measures)]);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: say one of ${known.join(', ')}`);
for (const [part, measures] of Object.entries(PARTS)) {
  const whole = asked.length === 0 || asked.includes(part);
  const rows: BenchRow[] = [];
  for (const [name, measure] of Object.entries(measures)) {
    if (!whole && !asked.includes(name)) continue;
    console.error(`measuring ${name} …`);
    rows.push(...(await measure()));
  }
  if (rows.length === 0) continue;
  const table = render(rows);
  console.log(table);
  if (whole) for (const file of FILES[part] ?? []) await writeTable(file, part, table);
}
// The browser and the server of the windows that were measured would stay for the next one.
process.exit();

function render(of: readonly BenchRow[]): string {
  const lines = of.map(({ measure, at, against, ratio, bar, holds, note }) =>
    [
      '',
      measure,
      at,
      against === '' ? '-' : against,
      ratio === null ? '-' : `${ratio.toFixed(2)} ×`,
      bar,
      verdict(holds),
      note,
      '',
    ]
      .join(' | ')
      .trim(),
  );
  return [
    '| measure | at | against | ratio | bar | holds | medians, ours / theirs |',
    '|---|---|---|--:|---|---|---|',
    ...lines,
  ].join('\n');
}

function verdict(holds: boolean | null): string {
  if (holds === null) return 'told';
  return holds ? 'yes' : '**missed**';
}

async function writeTable(file: string, part: string, measured: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [begin, end] = [`<!-- measured: ${part} -->`, `<!-- /measured: ${part} -->`];
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before === -1 || after === -1) throw new Error(`${file} has lost its markers of ${part}`);
  const head = `Last measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores with Node ${process.versions.node}.`;
  await writeFile(
    file,
    `${text.slice(0, before + begin.length)}\n${head}\n\n${measured}\n${text.slice(after)}`,
  );
}
