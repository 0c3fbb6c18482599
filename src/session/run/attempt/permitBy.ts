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
 * leaves to a person is asked if a person can be. Every decision is in the journal before the agent hears of it.
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
    const wanted = await shownOf(world, asks);
    const reply =
      judged !== 'ask' || !world.canAsk
        ? { answer: judged === 'allow' ? ('allow' as const) : ('deny' as const), by: 'policy' }
        : (always.get(like) ?? (await ask(wanted, like)));
    // The agent is gone: nothing was decided.
    if (reply === null) return 'deny';
    const at = world.clock.now();
    const permission: PermissionRecord = {
      at,
      ...shortened(wanted),
      decision: reply.answer === 'deny' ? 'denied' : 'allowed',
      by: reply.by,
    };
    await state.journal({ type: 'permission-decided', at, permission }, { flush: false });
    if (reply.answer === 'deny') {
      const by =
        reply.by !== 'policy' ? { person: reply.by } : judged === 'deny' ? { agent } : ('nobody' as const);
      tellKept(world, { notice: 'denied', by, places, act: quotedAct(wanted) });
    }
    return reply.answer;
  };
}

const LONGEST_TITLE = 200;
/** Length in a record. */
const LONGEST_COMMAND = 1_000;
/** Length for a person, who may want to read all of it: agents write whole files by a command. */
const LONGEST_ASKED = 50_000;
const MOST_PATHS = 20;

type Shown = Pick<PermissionAsked, 'kind' | 'title' | 'command' | 'paths'>;

/** The command may hold a secret. */
async function shownOf({ secrets }: Drive['world'], asked: PermissionAsked): Promise<Shown> {
  const title = await secretsBlanked(secrets, asked.title);
  if (asked.command === undefined) return shortened({ ...asked, title });
  const command = await secretsBlanked(secrets, asked.command);
  return shortened({ ...asked, title, command }, LONGEST_ASKED);
}

/**
 * Bounds a text to show or record: an agent may name anything at any length. Keeps both ends of a command, so that neither can
 * hide.
 */
export function shortened({ kind, title, command, paths }: Shown, longest = LONGEST_COMMAND): Shown {
  const ran = command === undefined ? '' : onOneLine(command);
  return {
    kind,
    title: shownLine(title, LONGEST_TITLE),
    ...(ran === '' ? {} : { command: cutMiddle(ran, longest) }),
    paths: paths.slice(0, MOST_PATHS),
  };
}
