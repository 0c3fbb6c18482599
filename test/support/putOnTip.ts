import type { Seat } from './session.ts';

/**
 * A commit on the session branch by somebody else, with one file changed and the message of the tip; answers its id.
 *
 * @param path from the root of the tree
 */
export async function putOnTip(
  { repo }: Seat,
  session: string,
  path: string,
  change: (text: string) => string,
  mode = '100644',
): Promise<string> {
  const branch = `refs/heads/cairn/${session}`;
  const text = change(`${await repo.git('show', `${branch}:${path}`)}\n`);
  const message = await repo.git('log', '-1', '--format=%B', branch);
  const data = (of: string): string => `data ${Buffer.byteLength(of)}\n${of}\n`;
  const who = 'committer Somebody Else <else@example.invalid> 1700000000 +0000\n';
  await repo.gitWithInput(
    `commit ${branch}\n${who}${data(message)}from ${branch}^0\nM ${mode} inline ${path}\n${data(text)}`,
    'fast-import',
    '--quiet',
  );
  return repo.git('rev-parse', branch);
}
