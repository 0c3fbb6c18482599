import { judgePermission, type Whereabouts } from '../../../model/agent/permission.ts';
import {
  alwaysAllowed,
  rulesOf,
  type Decision,
  type Permissions,
} from '../../../model/agent/permissionRules.ts';
import { judgeLine } from '../../../model/agent/shell/judgeLine.ts';
import type { CommandLine, Refusal } from '../../../model/agent/shell/line.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip } from '../../drive.ts';
import type { PermissionAsked } from '../../ports.ts';
import type { GitWatch } from '../../workingTree/watchGit.ts';

/** What a policy says of an act: by its kind and by where it is; a command that it does not allow as such it may allow by its line. */
export async function judgeAct(
  drive: AtTip,
  policy: Permissions,
  {
    kind,
    line,
    network,
    phase,
  }: Pick<PermissionAsked, 'kind' | 'line' | 'network'> & Pick<StatusRow, 'phase'>,
  places: readonly Whereabouts[],
  git: Pick<GitWatch, 'isAsBefore'>,
): Promise<Decision> {
  const rules = rulesOf(policy);
  const judged = judgePermission(policy, kind, places);
  if (network === true) return stricter(judged, rules.network);
  const isHere = places.every((place) => place === 'inside');
  if (judged === 'allow' || kind !== 'execute' || line === undefined || !isHere) return judged;
  const refused = await whyNot(drive, policy, { line, phase }, git);
  if (refused !== null) drive.world.log.info('a command line is not allowed by itself', { because: refused });
  return refused === null ? 'allow' : judged;
}

const STRICTEST: readonly Decision[] = ['deny', 'ask'];
const stricter = (one: Decision, other: Decision): Decision =>
  STRICTEST.find((decision) => decision === one || decision === other) ?? 'allow';

/** Why a command line is not allowed by itself; null: it is. */
async function whyNot(
  { world, root, record }: AtTip,
  policy: Permissions,
  { line, phase }: { readonly line: CommandLine } & Pick<StatusRow, 'phase'>,
  git: Pick<GitWatch, 'isAsBefore'>,
): Promise<Refusal | null> {
  const [always, { allow }] = [alwaysAllowed(policy), rulesOf(policy).commands];
  if (always === 'nothing' && allow.length === 0) return 'program';
  const shell = await world.shellReader().catch((error: unknown) => {
    world.log.warn('the parser of command lines could not be loaded', { error: String(error) });
    return null;
  });
  if (shell === null) return 'parser';
  const judged = judgeLine(
    line,
    {
      root,
      allow,
      always,
      checks: record.workflow.phases
        .filter(({ id }) => id === phase)
        .flatMap(({ checks }) => checks.map(({ run }) => run)),
    },
    shell,
  );
  if (!judged.ok) return judged.error;
  const { paths, git: runsGit } = judged.value;
  const places = await Promise.all(paths.map((path) => world.files.whereabouts(root, path)));
  if (places.some((place) => place !== 'inside')) return 'outside';
  if (!runsGit) return null;
  const isKnown = (await git.isAsBefore()) && !(await world.repository.runsFromTree(root));
  return isKnown ? null : 'git-config';
}
