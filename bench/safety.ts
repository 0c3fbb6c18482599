import { FUZZ } from '../test/soak/fuzz.ts';
import type { Finding } from '../test/soak/inTurns.ts';
import { copySoak } from '../test/soak/copySoak.ts';
import { killSoak } from '../test/soak/killSoak.ts';
import { ownerSoak } from '../test/soak/ownerSoak.ts';
import { saveSoak } from '../test/soak/saveSoak.ts';
import type { Coverage } from '../test/ledger/compare.ts';
import { coverageWords } from '../test/ledger/ledgerTable.ts';
import { readLedger } from '../test/ledger/readLedger.ts';
import type { BenchRow } from './row.ts';

const orders = (many: number) => ({
  many,
  seed: Date.now() % 1_000_000_000,
  lanes: 3,
  say: (line: string) => console.error(line),
});

const told = (measure: string, at: string, bar: string, holds: boolean, note: string): BenchRow => ({
  measure,
  at,
  against: '',
  ratio: null,
  bar,
  holds,
  note,
});

const seeds = (findings: readonly Finding[]): string =>
  findings.length === 0 ? '' : `; seeds ${findings.map(({ seed }) => seed).join(', ')}`;

/** SIGKILL at random instants of running sessions and of what a person types, and two owners on one session. */
export async function measureSoaks(kills: number, owners: number): Promise<BenchRow[]> {
  const { runs, acts } = await killSoak(orders(kills));
  const owned = await ownerSoak(orders(owners));
  return [
    told(
      'kills survived',
      `${runs.kills} kills in ${runs.sessions} sessions, each at a random instant`,
      'nothing lost, no effect twice',
      runs.findings.length === 0,
      `${runs.findings.length} sessions with a loss${seeds(runs.findings)}`,
    ),
    told(
      'acts killed',
      `${acts.kills} kills of ${acts.sessions} acts that a person types, each at a random instant`,
      'done wholly or not at all, once when typed again',
      acts.findings.length === 0,
      `${acts.findings.length} acts with a loss${seeds(acts.findings)}; ${acts.midway} kills came between two steps`,
    ),
    told(
      'two owners',
      `${owned.rounds} rounds, stopped and continued or killed at random instants`,
      'one line of history, nothing lost',
      owned.findings.length === 0,
      `${owned.findings.length} rounds with a loss${seeds(owned.findings)}; ${owned.told} owners told that another has it, ${owned.killed} killed`,
    ),
  ];
}

/** Repositories copied and moved in a session, and files saved while they are replaced. */
export async function measureDisturbed(copies: number, saves: number): Promise<BenchRow[]> {
  const of = await copySoak(orders(copies));
  const saved = await saveSoak(saves, (line) => console.error(line));
  return [
    told(
      'repositories copied and moved',
      `${of.copied} copied, ${of.moved} moved in the middle of a session, its owner killed or standing still; ${of.kills} kills`,
      'each goes on in a place of its own, nothing lost',
      of.findings.length === 0,
      `${of.findings.length} with a loss${seeds(of.findings)}`,
    ),
    told(
      'files saved meanwhile',
      `${saved.acts} restores, undos and landings; ${saved.saves} saves that somebody else replaced, or the last`,
      'each save on disk or kept aside',
      saved.findings.length === 0,
      `${saved.findings.length} lost`,
    ),
  ];
}

/** Parsers and the builder of arguments against what nobody would write. */
export async function measureFuzz(cases: number): Promise<BenchRow[]> {
  const failed: string[] = [];
  for (const [name, run] of Object.entries(FUZZ)) {
    console.error(`fuzzing ${name} …`);
    await run(cases).catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
  }
  const many = Object.keys(FUZZ).length;
  const note = failed.length === 0 ? 'none failed' : failed.join('; ').replaceAll(/[|\n]/g, ' ');
  return [
    told('fuzz cases', `${cases} for each of ${many} targets`, 'none fails', failed.length === 0, note),
  ];
}

/** What the tests hold of what we promised, and of what has gone wrong elsewhere. */
export async function measureLedger(): Promise<BenchRow[]> {
  const { requirements, catalogue } = readLedger();
  const row = (measure: string, coverage: Coverage): BenchRow => {
    const { uncovered, reasons } = coverage;
    return told(
      measure,
      coverageWords(coverage),
      'all, or a reason',
      uncovered.length === 0,
      reasons.length === 0
        ? 'no exception'
        : `with a reason instead: ${reasons.map(({ id }) => id).join(', ')}`,
    );
  };
  return [row('requirements', requirements), row('rows of the failure catalogue', catalogue)];
}
