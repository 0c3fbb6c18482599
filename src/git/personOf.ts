import type { Person } from '../session/ports.ts';
import { splitNul } from './bytes.ts';
import { commitAsPerson, type PersonsCommit } from './commitAsPerson.ts';
import type { Git } from './createGit.ts';
import type { GitProgram } from './gitCall.ts';
import type { Gate } from './gate.ts';

export function personOf(
  git: Git,
  {
    root,
    mainRoot,
    shared,
    env,
  }: {
    readonly root: string;
    readonly mainRoot: string;
    readonly shared: string;
    readonly env: GitProgram['env'];
  },
  gate: Gate,
): Person {
  return {
    identity: () => readIdentity(git, root, env),
    async commitAsPerson(of) {
      const parent = await gate.pass(of.parent);
      const commits: PersonsCommit[] = [];
      for (const { tree, message } of of.commits) commits.push({ tree: await gate.pass(tree), message });
      return commitAsPerson(git, { commonDir: shared, mainRoot }, { parent, commits });
    },
  };
}

/** The person's name and mail as git would take them, without git's guess from the machine's name. */
async function readIdentity(
  git: Git,
  cwd: string,
  env: GitProgram['env'],
): Promise<{ readonly name: string; readonly email: string } | null> {
  const { out } = await git(['config', '-z', '--get-regexp', '^(user|author)\\.(name|email)$'], {
    cwd,
    answers: [0, 1],
  });
  const values = new Map(splitNul(out).map((line) => line.toString('utf8').split('\n') as [string, string]));
  const name = env['GIT_AUTHOR_NAME'] || (values.get('author.name') ?? values.get('user.name'));
  const email = env['GIT_AUTHOR_EMAIL'] || (values.get('author.email') ?? values.get('user.email'));
  return name && email ? { name, email } : null;
}
