import { isAbsolute, relative } from 'node:path';
import { actText, NOBODY, shownText } from '../../../model/agent/rejected.ts';
import { quotedAct } from '../../../model/agent/denials.ts';
import { shownLine } from '../../../model/text/oneLine.ts';
import { kindOfAct } from '../../../model/agent/permission.ts';
import { cutMiddle, onOneLine } from '../../../model/agent/permissionAct.ts';
import type { PermissionReply } from '../../../model/agent/permissionRequest.ts';
import type { PermissionRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip, Drive } from '../../drive.ts';
import type { Agent, AgentTask, PermissionAsked } from '../../ports.ts';
import { tellKept } from '../../tell.ts';
import type { GitWatch } from '../../workingTree/watchGit.ts';
import { secretsBlanked } from '../../workingTree/withoutSecrets.ts';
import { askPerson } from './askPerson.ts';
import { judgeAct } from './judgeAct.ts';

/**
 * Decides what an agent may do: by its policy, from the kind of act and its real place, and a command by its line. What the policy
 * leaves to a person is asked if a person can be; else it is denied at once, and a gate that does not hold asks about it afterwards.
 * Every decision is in the journal before the agent hears of it.
 *
 * @param over `gone` aborts when the attempt is over and nobody waits for an answer; `git`: since it began
 */
export function permitBy(
  drive: AtTip,
  { name: agent, permissions: policy }: Pick<Agent, 'name' | 'permissions'>,
  { phase, attempt }: StatusRow,
  { gone, git }: { readonly gone: AbortSignal; readonly git: Pick<GitWatch, 'isAsBefore'> },
): AgentTask['permit'] {
  const { world, root, state, lease } = drive;
  const always = new Map<string, PermissionReply>();
  let asked = 0;

  const ask = async (wanted: Shown, like: string): Promise<PermissionReply | null> => {
    asked += 1;
    const reply = await askPerson(
      drive,
      {
        id: `${phase}-${attempt}-${lease.epoch}-${asked}`,
        epoch: lease.epoch,
        at: world.clock.now(),
        phase,
        attempt,
        agent,
        ...wanted,
      },
      // Another request of the same kind may have been answered with "always".
      () => always.get(like) ?? null,
      gone,
    );
    if (reply?.answer === 'allow-always') always.set(like, reply);
    return reply;
  };

  return async (asks) => {
    const places = await Promise.all(asks.paths.map((path) => world.files.whereabouts(root, path)));
    const kind = kindOfAct(asks);
    const judged = await judgeAct(drive, policy ?? 'deny', { ...asks, kind, phase }, places, git);
    // What "always" covers: acts of the same kind in the same kind of place.
    const like = [kind, ...new Set(places.toSorted())].join(' ');
    const { wanted, whole } = await shownOf(world, asks);
    const act = world.sha256(actText(asks, placeBelow(root)));
    const reply: Reply | null =
      judged !== 'ask'
        ? { answer: judged, by: 'policy' }
        : ((await saidBefore(drive, phase, act)) ??
          (world.canAsk ? (always.get(like) ?? (await ask(wanted, like))) : NOBODY_THERE));
    // The agent is gone: nothing was decided.
    if (reply === null) return 'deny';
    const at = world.clock.now();
    const permission: PermissionRecord = {
      at,
      ...shortened(wanted),
      decision: reply.answer === 'deny' ? 'denied' : 'allowed',
      by: reply.by,
    };
    const rejected = reply === NOBODY_THERE ? { rejected: { act, shown: world.sha256(whole) } } : {};
    await state.journal({ type: 'permission-decided', at, permission, ...rejected }, { flush: false });
    if (reply.answer === 'deny') {
      const by = reply === NOBODY_THERE ? NOBODY : judged === 'deny' ? { agent } : { person: reply.by };
      tellKept(world, { notice: 'denied', by, places, act: quotedAct(wanted) });
    }
    return reply.answer;
  };
}

type Reply = Pick<PermissionReply, 'answer' | 'by'>;

const NOBODY_THERE: Reply = { answer: 'deny', by: NOBODY };

/**
 * What a person said of this very act after a gate did not hold. Null: nothing, or that it is to be done without, and somebody is there
 * to be asked anew.
 */
async function saidBefore(
  { state, world }: AtTip,
  phase: StatusRow['phase'],
  act: string,
): Promise<Reply | null> {
  const said = await state.rejected.said(phase, act);
  if (said === null) return null;
  if (said.word === 'allow') return { answer: 'allow', by: said.by };
  return world.canAsk ? null : { answer: 'deny', by: said.by };
}

/** A place of the working tree as every one of the session has it; any other as it is. */
const placeBelow =
  (root: string) =>
  (path: string): string => {
    const below = isAbsolute(path) ? relative(root, path) : path;
    return isAbsolute(below) || below.split(/[\\/]/)[0] === '..' ? path : below;
  };

/** How much of an act is shown: characters of its title and its command, and how many paths. */
interface Bounds {
  readonly title: number;
  readonly command: number;
  readonly paths: number;
}
const IN_RECORDS: Bounds = { title: 200, command: 1_000, paths: 20 };
/** For a person, who may want to read all of it: agents write whole files by a command. */
const FOR_A_PERSON: Bounds = { ...IN_RECORDS, command: 50_000 };
const ALL: Bounds = { title: Infinity, command: Infinity, paths: Infinity };

type Shown = Pick<PermissionAsked, 'kind' | 'title' | 'command' | 'paths'>;

/** As a person is shown it, and the text of all that there is to show. The command may hold a secret. */
async function shownOf(
  { secrets }: Drive['world'],
  { kind, paths, ...asked }: PermissionAsked,
): Promise<{ readonly wanted: Shown; readonly whole: string }> {
  const title = await secretsBlanked(secrets, asked.title);
  const command = asked.command === undefined ? '' : await secretsBlanked(secrets, asked.command);
  const act = { kind, title, paths, ...(command === '' ? {} : { command }) };
  return { wanted: shortened(act, FOR_A_PERSON), whole: shownText(shortened(act, ALL)) };
}

/**
 * Bounds a text to show or record: an agent may name anything at any length. Keeps both ends of a command, so that neither can
 * hide.
 */
export function shortened({ kind, title, command, paths }: Shown, most = IN_RECORDS): Shown {
  const ran = command === undefined ? '' : onOneLine(command);
  return {
    kind,
    title: shownLine(title, most.title),
    ...(ran === '' ? {} : { command: cutMiddle(ran, most.command) }),
    paths: paths.slice(0, most.paths),
  };
}
