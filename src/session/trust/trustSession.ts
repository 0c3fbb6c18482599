import type { SessionId } from '../../model/names/ids.ts';
import { lazyHistory, type History } from '../record/history.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import type { Trusted } from '../ports.ts';
import type { TrustedView, TrustView } from '../trustResults.ts';
import type { World } from '../world.ts';
import { isTrusted, trustedHere } from './trustedHere.ts';
import { trustView } from './trustView.ts';

/** What a session would run here, and whether that is trusted in this clone. Writes nothing. */
export async function viewTrust(
  world: World,
  session: SessionId,
): Promise<TrustView & { readonly trusted: boolean }> {
  const { record, history } = await read(world, session);
  const trusted = await isTrusted(world, record, record.workflow, history);
  return { ...(await trustView(world, record, null, [])), trusted };
}

/** Adds a person's trust in these commands to what is noted already. */
export async function trustCommands(world: World, session: SessionId, hash: string): Promise<void> {
  const { record, history } = await read(world, session);
  await noteTrust(world, record, history, { hash, how: 'said' });
}

/** Notes what was only inferred so far, plus one more; from now on only the notes count. */
export async function noteTrust(
  world: Pick<World, 'repository' | 'state' | 'sha256' | 'clock'>,
  record: Pick<SessionRecord, 'session' | 'ref'>,
  history: History,
  more: Pick<Trusted, 'hash' | 'how'> | null,
): Promise<void> {
  const box = world.state.of(record.session).trust;
  if ((await box.all()) === null) {
    const seen = await trustedHere(world, record, history);
    await box.clear();
    for (const each of seen) await box.add(each);
  }
  if (more !== null) await box.add({ ...more, at: world.clock.now() });
}

/** What is trusted in this clone, by session. */
export async function listTrusted({ state }: Pick<World, 'state'>): Promise<readonly TrustedView[]> {
  const found: TrustedView[] = [];
  for (const session of await state.trusting())
    for (const trusted of (await state.of(session).trust.all()) ?? []) found.push({ session, ...trusted });
  return found;
}

/** Withdraws trust: from now on a resume asks before it runs anything of the session here. True if anything was trusted. */
export async function withdrawTrust(world: World, session: SessionId): Promise<boolean> {
  const box = world.state.of(session).trust;
  const before = (await box.all()) ?? (await seen(world, session));
  await box.clear();
  return before.length > 0;
}

async function seen(world: World, session: SessionId): Promise<readonly Trusted[]> {
  const { record, history } = await read(world, session);
  return trustedHere(world, record, history);
}

async function read(
  world: World,
  session: SessionId,
): Promise<{ readonly record: SessionRecord; readonly history: History }> {
  const record = await readTip(world, session);
  return { record, history: lazyHistory(world.repository, record) };
}
