import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
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
section 'How to see it' Expected Cause > reproduction.md
section Changed 'Not as planned' Cause Change > summary.md
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

interface Answer {
  readonly to: string;
  readonly typed: string;
}

/** Somebody who installed Cairn and has an agent, in a repository. Lines are typed as they stand. */
export interface Newcomer {
  /**
   * At a terminal of its own, as one that a person sits at. On Linux only: others give a program none by `script`.
   *
   * @param says what is typed whenever these words are shown
   */
  atTerminal(line: string, says?: Answer): Promise<Typed>;
  /** As a script does, where nobody is there. */
  inScript(line: string, env?: Readonly<Record<string, string>>): Promise<Typed>;
  /** Puts a program on the PATH. */
  has(name: string, script: string): Promise<void>;
}

/** The agent that a newcomer has. */
export interface AgentHere {
  /** What is typed to start it, and what of a shell that does. */
  readonly program: string;
  readonly script: string;
  /** The agent settings; null where there are none. */
  readonly settings: string | null;
  /** What it finds in its environment. */
  readonly env: Readonly<Record<string, string>>;
}

const PLAYED: AgentHere = {
  program: 'worker',
  script: WORKER,
  settings: 'agents:\n  worker: { kind: command, command: [worker] }\n',
  env: {},
};

/** `cli`: a file that Node starts as `cairn`. */
export async function newcomer(repo: GitRepo, cli: string, agent = PLAYED): Promise<Newcomer> {
  const folder = await temporaryFolder();
  const [bin, config] = [join(folder, 'bin'), join(folder, 'config')];
  await Promise.all([bin, join(config, 'cairn')].map((path) => mkdir(path, { recursive: true })));
  const has = (name: string, script: string): Promise<void> =>
    writeFile(join(bin, name), script, { mode: 0o755 });
  await has(agent.program, agent.script);
  await has('cairn', `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  if (agent.settings !== null) await writeFile(join(config, 'cairn', 'agents.yaml'), agent.settings);
  const PATH = `${bin}:${process.env['PATH'] ?? ''}`;
  // A home of its own would hide the toolchain of this machine from `cargo`.
  const { HOME: home = '', RUSTUP_HOME = join(home, '.rustup') } = process.env;
  // Also where a service runs the tests, the person of this one is none.
  const mine = {
    RUSTUP_HOME,
    ...repo.env,
    ...agent.env,
    PATH,
    XDG_CONFIG_HOME: config,
    TERM: 'dumb',
    COLUMNS: '120',
    CI: '',
  };
  const run = (
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    says?: Answer,
  ) =>
    new Promise<Typed>((resolve, reject) => {
      const child = spawn(program, args, { cwd: repo.root, env: { ...mine, ...env } });
      if (says === undefined) child.stdin.end();
      let out = '';
      let answered = 0;
      const hear = (chunk: Buffer): void => {
        out += chunk.toString();
        if (says === undefined) return;
        for (const asked = out.split(says.to).length - 1; answered < asked; answered += 1)
          child.stdin.write(`${says.typed}\n`);
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
      child.once('error', reject);
      child.once('close', (code) => resolve({ out: out.replaceAll('\r\n', '\n'), code }));
    });
  return {
    has,
    atTerminal: (line, says) => run('script', ['-qefc', line, '/dev/null'], {}, says),
    inScript: (line, env) => run('/bin/sh', ['-c', line], env),
  };
}
