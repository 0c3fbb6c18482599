import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CairnApi } from '../../../src/session/api.ts';
import type { GitRepo } from '../../support/gitRepo.ts';
import { takeSeat } from '../../support/session.ts';
import { testerAgent } from './testerAgent.ts';

export const SESSIONS = new URL('.', import.meta.url).pathname;

/** Where a resume ends at each checkpoint, oldest first: today's build does what theirs would have done. */
export const ENDS: Readonly<Record<string, readonly string[]>> = {
  done: ['completed', 'completed', 'completed'],
  waiting: ['waiting', 'waiting'],
  approved: ['waiting', 'waiting', 'completed'],
  blocked: ['completed', 'completed', 'completed'],
  working: ['waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'completed', 'completed'],
  restored: ['completed', 'completed', 'completed', 'completed'],
  'in-place': ['completed', 'completed'],
  'cut-off': ['completed', 'completed'],
};

/** Names of the sessions of a release. */
const names = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.bundle')).map((name) => name.slice(0, -'.bundle'.length));
export const versions = (await readdir(SESSIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
export const bundles = (
  await Promise.all(
    versions.map(async ({ name: version }) =>
      (await names(join(SESSIONS, version))).map((name) => [version, name] as const),
    ),
  )
).flat();

/** With an agent that does whatever a phase asks for. */
export const openWith = async (repo: GitRepo): Promise<CairnApi> =>
  (await takeSeat(repo, { extraAgents: [testerAgent], env: { ...repo.env, MAKE: 'all' } })).api;

/** The checkpoints of a session, oldest first. */
export const chainOf = async (repo: GitRepo, id: string): Promise<readonly string[]> =>
  (await repo.git('rev-list', '--first-parent', '--reverse', `cairn/${id}`, '--not', 'main')).split('\n');
