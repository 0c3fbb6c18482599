import { execFile } from 'node:child_process';
import { findProgram } from '../agents/findProgram.ts';
import { CairnError } from '../base/cairnError.ts';
import type { GhFault, NoIssue } from '../base/issueFault.ts';
import type { Environment } from '../host/searchPath.ts';
import { isIssuePage, type Issue } from '../model/start/issue.ts';
import { oneLine } from '../model/text/oneLine.ts';

const PATIENCE_MS = 30_000;
/** GitHub keeps 64 KB of a text. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_SAID = 300;

/** What a person set for their own terminal and this would trip over, and what keeps gh from asking and from saying more than it was asked. */
const ENVIRONMENT: Environment = {
  GH_FORCE_TTY: undefined,
  CLICOLOR_FORCE: undefined,
  GH_DEBUG: undefined,
  DEBUG: undefined,
  GH_PROMPT_DISABLED: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
};

/**
 * Reads an issue with `gh`, which has the login and knows the host of this repository. No shell, and nobody is asked.
 *
 * @param issue as `readIssueName` answers it
 * @param folder of the repository that a number alone is about
 * @throws `usage/no-issue`, `machine/gh`
 */
export async function readIssue(
  issue: string,
  { env, folder }: { readonly env: Environment; readonly folder: string },
): Promise<Issue> {
  const program = findProgram('gh', env, null);
  if (program === null) throw new CairnError('machine/gh', { issue, because: 'missing', said: '' });
  const args = ['issue', 'view', issue, '--json', 'title,body,url,author,state'];
  const { failure, stdout, stderr } = await output(program, args, { ...env, ...ENVIRONMENT }, folder);
  if (failure !== null) throw faultOf(issue, failure, stderr);
  const read = issueIn(stdout);
  if (read !== null) return read;
  throw new CairnError('machine/gh', { issue, because: 'failed', said: 'it printed no issue' });
}

type Failure = NonNullable<Parameters<NonNullable<Parameters<typeof execFile>[3]>>[0]>;

function output(
  program: string,
  args: readonly string[],
  env: Environment,
  cwd: string,
): Promise<{ readonly failure: Failure | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    const options = {
      cwd,
      env: { ...env },
      encoding: 'utf8',
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_BYTES,
      windowsHide: true,
    } as const;
    const child = execFile(program, args, options, (failure, stdout, stderr) =>
      resolve({ failure, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

/** Gh tells them apart in words only; the first that fits counts. */
const NO_ISSUE: readonly (readonly [NoIssue['because'], RegExp])[] = [
  ['no-remote', /no git remotes|none of the git remotes|not a git repository/i],
  ['no-repository', /could not resolve to a repository/i],
  ['not-there', /could not resolve to an? (?:issue|pullrequest)|no issues? found|HTTP (?:404|410)/i],
  ['issues-off', /has disabled issues/i],
];
const LOGGED_OUT = /gh auth (?:login|refresh)|HTTP 401|bad credentials/i;
const NO_NETWORK =
  /error connecting to|check your internet connection|dial tcp|no such host|i\/o timeout|connection re(?:fused|set)|network is unreachable|TLS handshake|context deadline exceeded/i;
/** Of a gh that wants a login first. */
const WANTS_LOGIN = 4;

function faultOf(issue: string, { killed, code }: Failure, stderr: string): CairnError {
  const [no] = NO_ISSUE.find(([, says]) => says.test(stderr)) ?? [];
  if (no !== undefined) return new CairnError('usage/no-issue', { issue, because: no });
  const because = ((): GhFault['because'] => {
    if (killed === true && code !== 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'slow';
    if (Number(code) === WANTS_LOGIN || LOGGED_OUT.test(stderr)) return 'logged-out';
    return NO_NETWORK.test(stderr) ? 'no-network' : 'failed';
  })();
  const [first = ''] = stderr.trim().split('\n');
  const said = oneLine(first).slice(0, MOST_SAID);
  return new CairnError('machine/gh', { issue, because, said });
}

/** Null for what is no issue. */
function issueIn(stdout: string): Issue | null {
  const read = parsed(stdout);
  if (typeof read !== 'object' || read === null) return null;
  const { title, body, url, author, state } = read as Record<string, unknown>;
  if (typeof title !== 'string' || typeof body !== 'string') return null;
  if (typeof url !== 'string' || !isIssuePage(url)) return null;
  const login = (author as { login?: unknown } | null | undefined)?.login;
  // Of an account that is gone GitHub says this.
  const name = typeof login === 'string' && login !== '' ? login : 'ghost';
  return { title, body, url, author: name, isOpen: state === 'OPEN' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
