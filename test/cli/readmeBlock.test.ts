import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';

const cli = builtCairn();

/** The commands of the first block below a heading of the README, as they are typed: their comments left out. */
function commandsBelow(heading: string): readonly string[] {
  const [, below = ''] = readFileSync('README.md', 'utf8').split(`## ${heading}\n`);
  const [, block = ''] = /^```\w*\n(.*?)^```/ms.exec(below) ?? [];
  return block
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, ''))
    .filter((line) => line !== '');
}

/** An agent that writes whatever a phase may promise, and a file of the project. */
const AGENT = `#!/bin/sh
section() { for heading in "$@"; do printf '## %s\\n\\nIt is said here what was looked at, what was done and what comes next.\\n\\n' "$heading"; done; }
cd "$CAIRN_PHASE_DIR"
section 'State of the work' 'Open questions' 'More' > findings.md
section 'Done when' Steps Risks > plan.md
section Changed 'Not as planned' > summary.md
section Checked Result > report.md
echo '{"ok": true, "checked": [{"claim": "there is a page", "proof": "login.html", "holds": true}], "missing": []}' > verdict.json
case $CAIRN_PHASE in implement) echo page > "$CAIRN_REPO/login.html" ;; esac
`;

/** A new repository, a person at a terminal, and an agent that their settings name. */
async function atTerminal(): Promise<(line: string) => Promise<string>> {
  const repo = await gitRepo({ 'README.md': 'hello\n' });
  const folder = await temporaryFolder();
  const [bin, config] = [join(folder, 'bin'), join(folder, 'config')];
  await Promise.all([bin, join(config, 'cairn')].map((path) => mkdir(path, { recursive: true })));
  await writeFile(join(bin, 'worker'), AGENT);
  await writeFile(join(bin, 'cairn'), `#!/bin/sh\nexec '${process.execPath}' '${cli()}' "$@"\n`);
  for (const program of ['worker', 'cairn']) await chmod(join(bin, program), 0o755);
  await writeFile(
    join(config, 'cairn', 'agents.yaml'),
    'agents:\n  worker: { kind: command, command: [worker] }\n',
  );
  const PATH = `${bin}:${process.env['PATH'] ?? ''}`;
  const env = { ...repo.env, PATH, XDG_CONFIG_HOME: config, TERM: 'dumb', COLUMNS: '120' };
  return (line) =>
    new Promise((resolve, reject) => {
      // A terminal of its own, as one that a person sits at.
      const child = spawn('script', ['-qefc', line, '/dev/null'], { cwd: repo.root, env });
      child.stdin.end();
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.once('error', reject);
      child.once('close', (code) => resolve(`${out.replaceAll('\r\n', '\n')}[exit ${code}]`));
    });
}

// Other systems give a program no terminal by this command.
test.skipIf(process.platform !== 'linux')(
  'the README’s first session holds as it is typed, line by line, at a terminal',
  async () => {
    const type = await atTerminal();
    const said = new Map<string, string>();
    for (const line of commandsBelow('A first session')) {
      const out = await type(line);
      expect(out, line).toMatch(line.startsWith('cairn start ') ? /\[exit 3\]$/ : /\[exit 0\]$/);
      said.set(line.split(' ').slice(0, 2).join(' '), out);
    }
    expect([...said.keys()]).toEqual([
      'cairn start',
      'cairn status',
      'cairn approve',
      'cairn ledger',
      'cairn restore',
      'cairn fork',
      'cairn land',
    ]);
    // Approved, it went on to its end, and said nothing of another command for that.
    expect(said.get('cairn approve')).toContain('The session is done.');
    // What is landed is what is done, not the fork that was begun from it since.
    expect(said.get('cairn fork')).toContain('the new session is login-two');
    expect(said.get('cairn land')).toContain('1 file of login-page on the new branch add-login.');
    expect(await type('git show --stat --format=%s add-login')).toMatch(/login\.html/);
    expect(await type('cairn land --branch too-early login-two')).toMatch(
      /it is not done[^]*--unfinished[^]*\[exit 2\]$/,
    );
    // As scripts and older pages say it.
    expect(await type('cairn resume login-page')).toMatch(/The session is done\.[^]*\[exit 0\]$/);
  },
);
