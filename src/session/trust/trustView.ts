import { workflowPath } from '../../model/names/places.ts';
import { commandsOf } from '../../model/agent/sessionCommands.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import { shownCommands } from '../../model/agent/shownCommands.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { localBranchOf } from '../record/findSession.ts';
import { readEntries } from '../record/history.ts';
import { remoteTips } from '../record/remoteTips.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { TrustView } from '../trustResults.ts';
import type { Ancestry, Objects } from '../ports.ts';
import type { World } from '../world.ts';
import { hashOf } from './trustedHere.ts';

const CAIRN = 'Cairn <cairn@localhost>';

/** Anybody can write any name: a long one would push the commands out of sight. Characters. */
const LONGEST_NAME = 80;

/** How many commits back names are read. */
const MOST_COMMITS = 1000;

/**
 * What a person must see before they trust the commands of a session.
 *
 * @param loaded another workflow than its own, if a resume would continue with it
 * @param warnings further questions that its history raises
 */
export async function trustView(
  world: World,
  record: SessionRecord,
  loaded: { readonly workflow: Workflow; readonly file: string } | null,
  warnings: readonly string[],
): Promise<TrustView> {
  const { session, commit } = record;
  const workflow = loaded?.workflow ?? record.workflow;
  // Without a local branch, the record comes from the remote-tracking branch.
  const ref = record.ref.startsWith('refs/heads/')
    ? record.ref
    : localBranchOf(record.ref, record.status.branch);
  const [by, { tips }] = await Promise.all([
    namesIn(world.repository, record),
    remoteTips(world, { ...record, ref }),
  ]);
  const those = (...relations: readonly string[]): readonly string[] =>
    tips.filter(({ relation }) => relations.includes(relation)).map(({ name }) => name);
  return {
    session,
    hash: hashOf(world, workflow),
    commands: shownCommands(commandsOf(workflow)),
    file: loaded?.file ?? workflowPath(session),
    commit: loaded === null ? commit : null,
    by,
    // A remote-tracking branch ahead of the tip contains it as well.
    heldBy: those('same', 'behind'),
    partlyBy: those('ahead', 'diverged'),
    warnings,
  };
}

/** The names in its commits and decisions. Anybody can write any name, so they are shown as unverified. */
async function namesIn(repository: Ancestry & Objects, record: SessionRecord): Promise<readonly string[]> {
  const { commit, status, records } = record;
  const entries = await readEntries(repository, commit, { until: status.base, limit: MOST_COMMITS });
  const said = [...records.values()].flatMap(({ approvals }) => approvals.map(({ by }) => by));
  // Cairn publishes all commits, so its own name says nothing.
  const names = [...said.toReversed(), ...entries.map(({ by }) => by)].map((name) =>
    shownLine(name, LONGEST_NAME),
  );
  return [...new Set(names)].filter((name) => name !== CAIRN);
}
