import { gitRepo, temporaryFolder, type GitRepo } from '../../support/gitRepo.ts';

/** A repository with what a bundle holds; `at`: its session branch at that checkpoint, null for its tip. */
export async function repositoryAt(bundle: string, id: string, at: string | null): Promise<GitRepo> {
  const repo = await gitRepo({}, { parent: await temporaryFolder() });
  await repo.git('fetch', '-q', '--update-head-ok', bundle, 'refs/*:refs/*');
  await repo.git('reset', '-q', '--hard', 'main');
  if (at !== null) await repo.git('update-ref', `refs/heads/cairn/${id}`, at);
  return repo;
}
