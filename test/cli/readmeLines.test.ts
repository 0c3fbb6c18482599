import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo, openGitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { newcomer, type AgentHere } from '../support/newcomer.ts';
import { THOROUGH } from '../support/thorough.ts';
import { below, linesToType, README, wordsToType } from '../support/readme.ts';

const cli = builtCairn();

/** What is typed in the folder of Cairn, and why that is not done here. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'npm ci && npm start':
    'tour.test.ts runs what `npm start` does; `npm ci` would replace the packages of this run',
  'npm ci && npm test': 'is what runs this',
  'npm test': 'the same; elsewhere in the README it is a check of a project',
  'npm ci': 'as above',
  'npm run test:thorough': 'runs this, too',
  'npm run ledger': 'test/house/ledger.test.ts holds what it counts',
  'npm run package': 'builds anew; runner/shipped.test.ts holds what is in it',
  'npm run build && npm link': 'changes the machine; the tests have `cairn` on PATH by a file of their own',
  'code --install-extension cairn-0.1.0.vsix':
    'changes the machine; the tests in VS Code start it with the extension',
  'npm run vscode -- <that folder>': 'opens a window that stays',
};

/** At a terminal in one repository, in this order: how each ends, and what it says. */
const TYPED: readonly (readonly [line: string, code: number, says: RegExp])[] = [
  ['cairn doctor', 0, /A session can be run here\./],
  ['cairn init --list', 0, /^feature: [^]*^fix: [^]*^refactor: [^]*^review: /m],
  [
    'cairn start fix "Dates are a day off"',
    0,
    /By Cairn's workflow fix [^]*The session is done, nothing checked\./,
  ],
  ['cairn start < request.md', 3, /Session {7}search · [^]*plan waits for your approval\./],
  ['cairn status', 0, /^Add a search$[^]*plan waits for your approval/m],
  ['cairn list', 0, /^search +\? waiting [^]*^dates-are-a-day-off +✓ done, nothing checked /m],
  ['cairn status --graph', 0, /^flowchart TD$/m],
  ['cairn stop', 0, /search was not running/],
  ['cairn start fix --issue 12', 0, /Says issue 12[^]*The session is done/],
  // Words that name a command in the README; what they lack is said.
  ['cairn restore', 2, /say where to: a phase or the number of a checkpoint/],
  ['cairn fork', 2, /say where from: a phase or the number of a checkpoint/],
  ['cairn approve && cairn resume', 0, /plan is approved [^]*The session is done, nothing checked\./],
  ['cairn resume', 0, /The session is done, nothing checked\./],
  ['cairn start ticket --input ticket=AB-12 "As the ticket says"', 0, /The session is done/],
  ['cairn result', 0, /^\{"ok": true/m],
  ['cairn init', 0, /Wrote \.cairn\/workflows\/feature\.yaml/],
];

/** A project whose tests are green. */
const CHECKED = { 'package.json': '{"scripts": {"test": "node check.js"}}', 'check.js': '' };

const WAVES = below('Waves, rounds and items');
const [, WORKFLOW = ''] = /^```yaml\n(.*?)^```/ms.exec(WAVES) ?? [];
const [, WORKFLOW_FILE = '', BEGINS = ''] = /^# (\S+), begun with: (.*)$/m.exec(WORKFLOW) ?? [];
const [, ALONE = ''] = /^To leave it alone: `([^`]*)`/m.exec(README) ?? [];
const ELSEWHERE = linesToType(below('Elsewhere'));
const ALIAS = linesToType(below('Install')).find((line) => line.startsWith('alias ')) ?? '';

test('each line of the README that can be typed is typed by a test, or it is said why not', () => {
  const typed = [
    ...Object.keys(NOT_HERE),
    ...TYPED.map(([line]) => line),
    // readmeBlock.test.ts
    ...linesToType(below('A first session')),
    ...ELSEWHERE,
    ALIAS,
    ALONE,
  ];
  const said = new Set([...linesToType(README), ...wordsToType(README)]);
  expect([...said].filter((line) => !typed.includes(line))).toEqual([]);
  expect(Object.keys(NOT_HERE).filter((line) => !said.has(line))).toEqual([]);
});

// Other systems give a program no terminal by this command.
describe.skipIf(process.platform !== 'linux')('typed at a terminal, as it stands in the README', () => {
  test('what it names in its sentences', THOROUGH, async () => {
    const repo = await gitRepo({ '.cairn/workflows/ticket.yaml': TICKET });
    await repo.write('request.md', 'Add a search\n');
    const person = await newcomer(repo, cli());
    await person.has('gh', GH);
    for (const [line, code, says] of TYPED) {
      const typed = await person.atTerminal(line);
      expect(typed, `${line}\n${typed.out}`).toMatchObject({ code, out: expect.stringMatching(says) });
    }
  });

  test('a session that is left alone ends in a landed branch', async () => {
    const repo = await gitRepo({ 'README.md': 'hello\n' });
    const person = await newcomer(repo, cli());
    const { out, code } = await person.atTerminal(ALONE);
    expect(code, out).toBe(0);
    // What it may do, what is denied as nobody is there, and which limits hold: said before anything is made.
    expect(out).toMatch(
      /Nobody is asked\.[^]*denied at once[^]*Approved beforehand by [^]*No limit is set[^]*Session {7}/,
    );
    expect(out).toMatch(/plan is approved, as .* said beforehand\./);
    expect(await repo.git('show', 'login-page:login.html')).toBe('page');
  });

  test('the workflow with waves, rounds and items, from its file to the table', THOROUGH, async () => {
    const repo = await gitRepo({
      ...CHECKED,
      [WORKFLOW_FILE]: WORKFLOW,
    });
    const person = await newcomer(repo, cli(), PARTS);
    const begun = await person.atTerminal(BEGINS);
    expect(begun, begun.out).toMatchObject({
      code: 3,
      out: expect.stringContaining('plan waits for your approval'),
    });
    // It goes on by itself at a terminal.
    const done = await person.atTerminal('cairn approve plan');
    expect(done, done.out).toMatchObject({ code: 0, out: expect.stringContaining('The session is done') });
    const branch = await branchOf(repo);
    const [file = ''] =
      (await repo.git('ls-tree', '-r', '--name-only', branch)).match(/^.*\/STATUS\.md$/m) ?? [];
    const status = await repo.git('show', `${branch}:${file}`);
    expect(cellsOf(status).map((row) => [...row.slice(0, 5), row[6]])).toEqual(cellsOf(WAVES));
    // As the README says, each row was a commit in each round; `status` draws the waves.
    expect((await person.inScript('cairn status')).out).toMatch(/build-form[^]*build-list/);
    expect((await person.inScript('cairn status --graph')).out).toContain('flowchart');
  });

  test('a session goes elsewhere by push and fetch', THOROUGH, async () => {
    const repo = await gitRepo(CHECKED);
    const here = await newcomer(repo, cli());
    const origin = join(dirname(repo.root), 'origin.git');
    await repo.git('init', '-q', '--bare', '-b', 'main', origin);
    await repo.git('remote', 'add', 'origin', origin);
    await repo.git('push', '-q', 'origin', 'main');
    await here.inScript('cairn start "Add a login page"; cairn approve plan');
    const session = (await branchOf(repo)).slice('cairn/'.length);
    const [push = '', asked = '', trusted = ''] = ELSEWHERE.map((line) =>
      line.replaceAll('<session>', session),
    );
    expect(await here.atTerminal(push)).toMatchObject({ code: 0 });

    const clones = ['one', 'two'].map((name) => join(dirname(repo.root), name));
    for (const clone of clones) await repo.git('clone', '-q', origin, clone);
    const [one, two] = await Promise.all(clones.map((clone) => newcomer(openGitRepo(clone), cli())));
    const said = await one!.atTerminal(asked, { to: '[y/N]', typed: 'y' });
    expect(said, said.out).toMatchObject({
      code: 0,
      out: expect.stringMatching(/npm test[^]*The session is done, checks passed/),
    });
    // Where nobody can be asked it is refused without the word.
    expect(await two!.inScript(asked)).toMatchObject({ code: 7 });
    expect(await two!.inScript(trusted)).toMatchObject({
      code: 0,
      out: expect.stringContaining('The session is done'),
    });
  });

  test('`cairn` by the Node that `npm ci` brought', async () => {
    const folder = await temporaryFolder();
    const bin = join(folder, 'node_modules', '.bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'node'), '#!/bin/sh\necho by its own Node\nexec node "$@"\n', { mode: 0o755 });
    await symlink(dirname(cli()), join(folder, 'dist'));
    const person = await newcomer(await gitRepo({ 'README.md': 'hello\n' }), cli());
    const { out, code } = await person.inScript(`cd '${folder}'\n${ALIAS}\ncairn --version`);
    expect([out, code]).toEqual([expect.stringMatching(/^by its own Node\n\d+\.\d+\.\d+\n$/), 0]);
  });
});

const branchOf = (repo: GitRepo): Promise<string> =>
  repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/cairn');

/** The cells of each row of a table, but for the line below its heads. */
const cellsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

/** It has an input and a result, as the README says that a workflow may. */
const TICKET = `schema: 2
name: ticket
inputs: { ticket: { required: true } }
result: verify/verdict.json
phases: [{ id: verify, prompt: "Verify {{ inputs.ticket }}.", artifacts: [verdict.json] }]
`;

/** As gh answers where it is logged in. */
const GH = `#!/bin/sh
echo '{"title": "Says issue 12", "body": "All of it.", "url": "https://github.com/a/b/issues/12", "author": {"login": "ada"}, "state": "OPEN"}'
`;

/** An agent for the workflow of the README; its first verdict is no. */
const PARTS: AgentHere = {
  program: 'worker',
  script: `#!/bin/sh
cd "$CAIRN_PHASE_DIR"
echo '{"tasks": [{"id": "model", "title": "the model", "what": "Build it.", "needs": []},
  {"id": "form", "title": "the form", "what": "Build it.", "needs": ["model"]},
  {"id": "list", "title": "the list", "what": "Build it.", "needs": ["model"]}]}' > tasks.json
echo "Built in round $CAIRN_ROUND." > summary.md
if [ "$CAIRN_ROUND" = 1 ]; then echo '{"ok": false}' > verdict.json; else echo '{"ok": true}' > verdict.json; fi
case $CAIRN_PHASE in build-*) echo "$CAIRN_ROUND" > "$CAIRN_REPO/$CAIRN_PHASE.txt" ;; esac
`,
  settings: 'agents:\n  worker: { kind: command, command: [worker] }\n',
  env: {},
};
