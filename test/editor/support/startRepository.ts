import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitRepo, type GitRepo } from '../../support/gitRepo.ts';
import { killRunners } from './killRunners.ts';

/** A project with tests of its own, workflows of its own, and one agent on the machine, which does whatever a phase may promise. */
export interface StartRepository {
  readonly git: GitRepo;
  /** For a window: where that agent is named. */
  readonly env: Readonly<Record<string, string>>;
  /** The file that a session has on its branch, below its folder. */
  session(of: RegExp, file: string): Promise<string>;
  branches(): Promise<readonly string[]>;
  dispose(): void;
}

const WORKER = `#!/bin/sh
section() { for heading in "$@"; do printf '## %s\\n\\nIt is said here what was looked at, what was done and what comes next.\\n\\n' "$heading"; done; }
cd "$CAIRN_PHASE_DIR"
section 'Done when' Steps Risks > plan.md
section Changed 'Not as planned' > summary.md
section Checked Result > report.md
echo "\${CAIRN_INPUT_TICKET:-done}" > only.md
echo '{"ok": true, "checked": [{"claim": "a page", "proof": "login.html", "holds": true}], "missing": []}' > verdict.json
[ "$CAIRN_PHASE" = implement ] && echo page > "$CAIRN_REPO/login.html"
true
`;

const TICKET = `schema: 2
name: ticket
title: A ticket
description: Does what a ticket asks for.
inputs:
  ticket: { description: Which ticket, pattern: '^[A-Z]+-[0-9]+$', required: true }
phases:
  - { id: only, artifacts: [only.md] }
`;

export async function startRepository(): Promise<StartRepository> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-begin-')));
  const config = join(home, 'config');
  await mkdir(join(config, 'cairn'), { recursive: true });
  const worker = join(home, 'worker');
  await writeFile(worker, WORKER, { mode: 0o755 });
  await writeFile(
    join(config, 'cairn', 'agents.yaml'),
    `agents:\n  worker: { kind: command, command: [${worker}] }\n`,
  );
  const git = await gitRepo(
    {
      'package.json': '{ "scripts": { "test": "test -d .", "lint": "test -f package.json" } }\n',
      '.cairn/workflows/ticket.yaml': TICKET,
      '.cairn/workflows/broken.yaml': 'schema: 2\nname: broken\nphases: 7\n',
      'README.md': '# Begin\n',
    },
    { parent: home, name: 'site' },
  );
  const branches = async (): Promise<readonly string[]> =>
    (await git.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/cairn/'))
      .split('\n')
      .filter((name) => name !== '');
  return {
    git,
    env: { VSCODE_CLI: '1', XDG_CONFIG_HOME: config },
    branches,
    session: async (of, file) => {
      const branch = (await branches()).find((name) => of.test(name)) ?? 'none';
      return git.git('show', `${branch}:.cairn/sessions/${branch.replace('cairn/', '')}/${file}`);
    },
    dispose: () => {
      killRunners(git.root);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
