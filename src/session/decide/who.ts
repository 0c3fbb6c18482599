import type { World } from '../world.ts';

/** Who acts, for the record: git's identity, else the user of this machine. */
export async function whoActs({ repository, env }: Pick<World, 'repository' | 'env'>): Promise<string> {
  const identity = await repository.identity();
  if (identity !== null) return `${identity.name} <${identity.email}>`;
  return env['USER'] ?? env['USERNAME'] ?? env['LOGNAME'] ?? 'unknown';
}
