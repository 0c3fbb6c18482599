import { CairnError } from '../../base/cairnError.ts';
import { classifyCheck } from '../../model/gate/classifyCheck.ts';
import { effectOf, withIntent, withOutcome, withReplay } from '../../model/effects/changeEffects.ts';
import { planEffect } from '../../model/effects/planEffect.ts';
import type { EffectEntry, EffectOutcome } from '../../model/effects/effectsRecord.ts';
import { effectState } from '../../model/effects/effectState.ts';
import type { PhaseId, SessionId, Timestamp } from '../../model/names/ids.ts';
import type { EffectOptions, EffectStreams } from '../api/effects.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import type { EffectResult } from '../results.ts';
import type { Lease } from '../ports.ts';
import { tell } from '../tell.ts';
import { valueWithoutSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';
import { carryOut, endOrphan, type CarriedOut } from './carryOut.ts';
import { changeEffects } from './changeEffects.ts';
import { readEffects } from './readEffects.ts';
import { withEffectLease } from './effectLease.ts';
import { wasElsewhere } from './wasElsewhere.ts';

/** A probe only looks, so it is quick. */
const PROBE_MS = 60_000;

/** One effect, while we hold its lease. */
interface Doing {
  readonly world: World;
  readonly record: SessionRecord;
  readonly options: EffectOptions;
  readonly input: string;
  readonly streams: EffectStreams;
  readonly signal: AbortSignal;
  readonly lease: Lease;
}

/**
 * Runs a command at most once per session and key: the intent is recorded before, the outcome after.
 *
 * @throws `data/effect-changed`, `data/effect-in-doubt`
 */
export async function runEffect(
  world: World,
  session: SessionId,
  options: EffectOptions,
  streams: EffectStreams,
  signal: AbortSignal,
): Promise<EffectResult> {
  checkKey(session, options.key);
  const input = `sha256:${world.sha256(JSON.stringify(options.command))}`;
  return withEffectLease(world, session, options.key, signal, async (lease) => {
    if (lease.tookOver) await endOrphan(world, session, options.key, lease);
    const record = await readTip(world, session);
    return act({ world, record, options, input, streams, signal, lease });
  });
}

async function act(doing: Doing): Promise<EffectResult> {
  const { world, record, options, input } = doing;
  const recorded = effectOf(await readEffects(world.repository, record), options.key);
  const elsewhere = recorded === null ? await wasElsewhere(world, record) : 'no';
  const plan = planEffect({ recorded, input, elsewhere, hasProbe: options.probe !== null });
  switch (plan.do) {
    case 'run':
      await intend(doing);
      return run(doing);
    case 'replay':
      await changeEffects(world, record, `effect: ${options.key} had happened`, (newest) =>
        withReplay(newest, options.key),
      );
      return answerOf(doing, plan.outcome, true);
    case 'look':
      return look(doing);
    case 'find-out': {
      // Recorded although nobody began it here, so that a person can say what became of it.
      if (recorded === null) await intend(doing, { elsewhere: true });
      return findOut(doing, recorded === null || recorded.elsewhere === true ? null : recorded.at);
    }
    case 'other-input':
      throw new CairnError('data/effect-changed', {
        session: record.session,
        key: options.key,
        recorded: plan.recorded.command,
      });
  }
}

async function run(doing: Doing): Promise<EffectResult> {
  const { world, record, options, streams, signal } = doing;
  world.reached('effect/intended');
  const ended = await carryOut(world, record.session, options, streams, signal);
  world.reached('effect/carried-out');
  // A killed command may still have done it.
  if (ended.exitCode === null) throw inDoubt(doing, world.clock.now(), null);
  return recordOutcome(doing, await effectOutcome(world, { ...ended, exitCode: ended.exitCode }));
}

/** An intent without an outcome that nobody works on any more: the probe says whether it happened, or a person does. */
async function findOut(doing: Doing, begun: Timestamp | null): Promise<EffectResult> {
  if (doing.options.probe === null) throw inDoubt(doing, begun, null);
  const { happened, why } = await probed(doing, doing.options.probe);
  if (happened === null) throw inDoubt(doing, begun, why);
  const result = await recordOutcome(doing, { kind: 'probed', at: doing.world.clock.now(), happened });
  if (happened) return result;
  await intend(doing);
  return run(doing);
}

/** Nothing says that it was ever begun, so it runs unless the probe finds that it has happened. */
async function look(doing: Doing): Promise<EffectResult> {
  const { happened } = await probed(doing, doing.options.probe ?? '');
  await intend(doing);
  if (happened !== true) return run(doing);
  return recordOutcome(doing, { kind: 'probed', at: doing.world.clock.now(), happened });
}

async function probed(
  { world, record, options, signal }: Doing,
  command: string,
): Promise<{ readonly happened: boolean | null; readonly why: string }> {
  const ended = await carryOut(world, record.session, { ...options, command }, SILENT, signal, PROBE_MS);
  const { outcome, why = '' } = classifyCheck(ended.end, { timeoutMs: PROBE_MS });
  if (outcome === 'broke') return { happened: null, why };
  const happened = outcome === 'passed';
  tell(world, { notice: 'effect-probed', key: options.key, happened });
  return { happened, why };
}

const SILENT: EffectStreams = { out: () => undefined, errors: () => undefined };

/** Recorded on disk before the command does anything. */
async function intend(
  { world, record, options, input }: Doing,
  more: Pick<EffectEntry, 'elsewhere'> = {},
): Promise<void> {
  const { key, command } = options;
  const phase = world.env['CAIRN_SESSION'] === record.session ? world.env['CAIRN_PHASE'] : undefined;
  const intent: Omit<EffectEntry, 'outcome'> = {
    key,
    input,
    command: await valueWithoutSecrets(world.secrets, 'the command of an effect', command),
    at: world.clock.now(),
    phase: phase === undefined || phase === '' ? null : (phase as PhaseId),
    ...more,
  };
  await changeEffects(world, record, `effect: ${key} is about to be done`, (newest) =>
    withIntent(newest, intent),
  );
}

async function recordOutcome(doing: Doing, outcome: EffectOutcome): Promise<EffectResult> {
  const { world, record, options, lease } = doing;
  // If we were suspended and someone took over, what they found counts.
  await lease.confirm();
  const state = effectState({ outcome });
  const why = `effect: ${options.key} ${state === 'done' ? 'is done' : 'did not happen'}`;
  await changeEffects(world, record, why, (newest) => withOutcome(newest, options.key, outcome));
  world.reached('effect/recorded');
  return answerOf(doing, outcome, false);
}

async function effectOutcome(
  world: World,
  { exitCode, output, sha256 }: CarriedOut & { readonly exitCode: number },
): Promise<EffectOutcome> {
  return {
    kind: 'ran',
    at: world.clock.now(),
    exitCode,
    // Every clone will have it.
    output: await valueWithoutSecrets(world.secrets, 'the output of an effect', output),
    sha256,
  };
}

function answerOf({ record, options }: Doing, outcome: EffectOutcome, replayed: boolean): EffectResult {
  const ran = outcome.kind === 'ran';
  return {
    session: record.session,
    key: options.key,
    state: effectState({ outcome }),
    how: outcome.kind,
    replayed,
    exitCode: ran ? outcome.exitCode : 0,
    output: ran ? outcome.output : '',
  };
}

/** `begun`: when its intent was recorded; null: nobody began it here. */
const inDoubt = (
  { record, options }: Doing,
  begun: Timestamp | null,
  probe: string | null,
): CairnError<'data/effect-in-doubt'> =>
  new CairnError('data/effect-in-doubt', {
    session: record.session,
    key: options.key,
    recorded: options.command,
    probe,
    begun,
  });

const LONGEST = 500;

/**
 * A key names the same effect in a retry, a clone and a fork, so it must not contain the session's id.
 *
 * @throws `usage/invalid`
 */
function checkKey(session: SessionId, key: string): void {
  const why = whyNot(session, key);
  if (why !== null) throw new CairnError('usage/invalid', { what: { given: 'key' }, why });
}

function whyNot(session: SessionId, key: string): string | null {
  if (key.trim() === '') return 'say under which key it is known';
  if (key.length > LONGEST) return `it has more than ${LONGEST} characters`;
  if (/\p{Cc}/u.test(key)) return 'it has a control character in it';
  if (key.includes(session))
    return 'the id of the session is in it; a fork would do the same once more under another id';
  return null;
}
