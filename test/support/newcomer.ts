import { spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder, type GitRepo } from './gitRepo.ts';

/**
 * An agent that writes whatever a phase of a shipped workflow may promise, and one file of the project. Where `BREAKS` names a file,
 * it claims the same and spoils that one.
 */
const WORKER = `#!/bin/sh
section() { for heading in "$@"; do printf '## %s\\n\\nIt is said here what was looked at, what was done and what comes next.\\n\\n' "$heading"; done; }
cd "$CAIRN_PHASE_DIR"
section 'State of the work' 'Open questions' 'More' > findings.md
section 'Done when' Steps Risks > plan.md
section Changed 'Not as planned' > summary.md
section Checked Result > report.md
echo '{"ok": true, "checked": [{"claim": "there is a page", "proof": "login.html", "holds": true}], "missing": []}' > verdict.json
case $CAIRN_PHASE in implement)
  echo page > "$CAIRN_REPO/login.html"
  if [ -n "$BREAKS" ]; then echo '?)}' > "$CAIRN_REPO/$BREAKS"; fi ;;
esac
`;

/** What a person typed, all that came of it, in order, and how it ended. */
export interface Typed {
  readonly out: string;
  readonly code: number | null;
}

/** Somebody who installed Cairn and has an agent, in a repository. Lines are typed as they stand. */
export interface Newcomer {
  /** At a terminal of its own, as one that a person sits at. On Linux only: others give a program none by `script`. */
  atTerminal(line: string): Promise<Typed>;
  /** As a script does, where nobody is there. */
  inScript(line: string, env?: Readonly<Record<string, string>>): Promise<Typed>;
}

/** `cli`: a file that Node starts as `cairn`. */
export async function newcomer(repo: GitRepo, cli: string): Promise<Newcomer> {
  const folder = await temporaryFolder();
  const [bin, config] = [join(folder, 'bin'), join(folder, 'config')];
  await Promise.all([bin, join(config, 'cairn')].map((path) => mkdir(path, { recursive: true })));
  await writeFile(join(bin, 'worker'), WORKER);
  await writeFile(join(bin, 'cairn'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  for (const program of ['worker', 'cairn']) await chmod(join(bin, program), 0o755);
  await writeFile(
    join(config, 'cairn', 'agents.yaml'),
    'agents:\n  worker: { kind: command, command: [worker] }\n',
  );
  const PATH = `${bin}:${process.env['PATH'] ?? ''}`;
  // A home of its own would hide the toolchain of this machine from `cargo`.
  const { HOME: home = '', RUSTUP_HOME = join(home, '.rustup') } = process.env;
  // Also where a service runs the tests, the person of this one is none.
  const mine = {
    RUSTUP_HOME,
    ...repo.env,
    PATH,
    XDG_CONFIG_HOME: config,
    TERM: 'dumb',
    COLUMNS: '120',
    CI: '',
  };
  const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new Promise<Typed>((resolve, reject) => {
      const child = spawn(program, args, { cwd: repo.root, env: { ...mine, ...env } });
      child.stdin.end();
      let out = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.once('error', reject);
      child.once('close', (code) => resolve({ out: out.replaceAll('\r\n', '\n'), code }));
    });
  return {
    atTerminal: (line) => run('script', ['-qefc', line, '/dev/null']),
    inScript: (line, env) => run('/bin/sh', ['-c', line], env),
  };
}
