/**
 * Measures everything, prints the table and writes it into `bench/README.md`. Names limit it to some of them:
 * `npm run bench -- checkpoint list`; then nothing is written.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { measureCheckpoint, measureIgnored } from './checkpoint.ts';
import { measureList, measureResume } from './decisions.ts';
import { measureExtension } from './extension.ts';
import { measureOverhead } from './overhead.ts';
import type { BenchRow } from './row.ts';

const MEASURES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  checkpoint: () => measureCheckpoint(),
  ignored: () => measureIgnored(),
  resume: () => measureResume(),
  list: () => measureList(),
  overhead: () => measureOverhead(),
  extension: () => measureExtension(),
};
const [BEGIN, END] = ['<!-- measured -->', '<!-- /measured -->'];

const asked = process.argv.slice(2);
const rows: BenchRow[] = [];
for (const [name, measure] of Object.entries(MEASURES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`measuring ${name} …`);
  rows.push(...(await measure()));
}
const table = render(rows);
console.log(table);
if (asked.length === 0) await writeTable(table);

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

async function writeTable(measured: string): Promise<void> {
  const text = await readFile('bench/README.md', 'utf8');
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before === -1 || after === -1) throw new Error('bench/README.md has lost its markers');
  const head = `Last measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores with Node ${process.versions.node}.`;
  await writeFile(
    'bench/README.md',
    `${text.slice(0, before + BEGIN.length)}\n${head}\n\n${measured}\n${text.slice(after)}`,
  );
}
