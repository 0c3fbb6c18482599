/**
 * Kills sessions and what a person types, and sets owners against each other, for as long as you
 * have time: `npm run soak -- --kills 2000`, `--owners 1000`; `--reads 100000` reads a file while it is written,
 * `--saves 1000` saves files while restores and landings replace them, `--copies 1000` copies and moves repositories in the
 * middle of a session. All of it when none is named. `--seed S` begins with that seed, `--lanes N` at the same time,
 *  `--of waves` sessions of one kind only, `--keep` leaves the folders of what was lost where they are.
 * What is lost is told with its seed; the last lines are a table. Exit code 1 when anything was lost.
 */
import { parseArgs } from 'node:util';
import { copySoak } from '../test/soak/copySoak.ts';
import type { Finding } from '../test/soak/inTurns.ts';
import { killSoak } from '../test/soak/killSoak.ts';
import { ownerSoak } from '../test/soak/ownerSoak.ts';
import { readSoak } from '../test/soak/readSoak.ts';
import { SOAKS, type SoakName } from '../test/soak/soakFlow.ts';
import { saveSoak } from '../test/soak/saveSoak.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    owners: { type: 'string' },
    reads: { type: 'string' },
    saves: { type: 'string' },
    copies: { type: 'string' },
    seed: { type: 'string' },
    lanes: { type: 'string' },
    of: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const kinds: readonly string[] = Object.keys(SOAKS);
if (values.of !== undefined && !kinds.includes(values.of)) throw new Error(`say one of ${kinds.join(', ')}`);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const orders = {
  seed,
  keep: values.keep,
  ...(values.of === undefined ? {} : { of: values.of as SoakName }),
  lanes: Number(values.lanes ?? 3),
  say: (line: string) => console.log(line),
};
const bySeed = (findings: readonly Finding[]): readonly string[] =>
  findings.map((finding) => `seed ${finding.seed}: ${finding.losses.join('\n  ')}`);
const { kills, owners, reads, saves, copies } = values;
const none = [kills, owners, reads, saves, copies].every((many) => many === undefined);
console.log(`seed ${seed}`);
const rows: string[] = [];
const lost: string[] = [];
if (none || values.kills !== undefined) {
  const { runs, acts } = await killSoak({ ...orders, many: Number(values.kills ?? 2000) });
  const between = `${acts.sessions} acts, ${acts.midway} kills between two steps`;
  rows.push(
    `| kills of a running session | ${runs.kills} | ${runs.sessions} sessions | ${runs.findings.length} |`,
    `| kills of what a person types | ${acts.kills} | ${between} | ${acts.findings.length} |`,
  );
  lost.push(...bySeed([...runs.findings, ...acts.findings]));
}
if (none || values.owners !== undefined) {
  const many = Number(values.owners ?? 1000);
  const { rounds, told, killed, findings } = await ownerSoak({ ...orders, many });
  const ends = `${told} owners told (exit 6), ${killed} killed`;
  rows.push(`| rounds of two owners | ${rounds} | ${ends} | ${findings.length} |`);
  lost.push(...bySeed(findings));
}
if (none || values.reads !== undefined) {
  const { mixed, writes, ...seen } = await readSoak(Number(values.reads ?? 100_000));
  const ends = `${writes} writes, ${seen.old} read the old text, ${seen.new} the new one`;
  rows.push(
    `| reads of a file that is being written | ${seen.old + seen.new + mixed} | ${ends} | ${mixed} |`,
  );
  if (mixed > 0) lost.push(`${mixed} reads got a text that was never written`);
}
if (none || values.saves !== undefined) {
  const { acts, saves, findings } = await saveSoak(Number(values.saves ?? 1000), orders.say);
  const ends = `${saves} saves that somebody else replaced, or the last`;
  rows.push(
    `| restores, undos and landings while files are saved | ${acts} | ${ends} | ${findings.length} |`,
  );
  lost.push(...findings);
}
if (none || values.copies !== undefined) {
  const { copied, moved, ...of } = await copySoak({ ...orders, many: Number(values.copies ?? 300) });
  const over = `${copied} copied, ${moved} moved, ${of.kills} kills`;
  rows.push(
    `| repositories copied and moved in a session | ${copied + moved} | ${over} | ${of.findings.length} |`,
  );
  lost.push(...bySeed(of.findings));
}
console.log(
  ['', `| what (first seed ${seed}) | how many | over | with losses |`, '|---|---|---|---|', ...rows].join(
    '\n',
  ),
);
// Last, where who reads the end of a long run finds it.
for (const words of lost) console.log(`LOST ${words}`);
process.exitCode = lost.length === 0 ? 0 : 1;
