import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { handsOn } from './support/hands.ts';
import { startRepository, type StartRepository } from './support/startRepository.ts';

/** A tree is drawn a moment after its message. */
const PATIENT = { timeout: 60_000 };
const START = 'Cairn: Start Session…';

let window: OpenWindow;
let site: StartRepository;
let extension: BuiltExtension;

beforeAll(async () => {
  extension = builtExtension();
  site = await startRepository();
  window = await openWindow({
    workspace: site.git.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1280, height: 800 },
    env: site.env,
  });
  await window.command('View: Show Cairn');
  await window.waitForText('No session yet');
});
afterAll(async () => {
  await window?.dispose();
  site?.dispose();
  extension?.remove();
});

const { shows, dismiss } = handsOn(() => window);
/** Opens the list, once it can be typed into. */
const open = async (): Promise<void> => {
  await window.command(START);
  await window.page.getByPlaceholder('What is to be done?').waitFor();
};
const box = () => window.locator('.quick-input-filter input.input').filter({ visible: true });
/** What was shown before stays in the page, unseen. */
const list = () => window.locator('.quick-input-list').filter({ visible: true });
/** Each row as a screen reader says it. */
const offered = (): Promise<readonly string[]> =>
  list()
    .locator('.monaco-list-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
const offers = (row: RegExp): Promise<void> =>
  expect.poll(async () => (await offered()).filter((label) => row.test(label)).length, PATIENT).toBe(1);
/** By keyboard alone. */
const down = async (row: RegExp): Promise<void> => {
  await offers(row);
  const front = list().locator('.monaco-list-row.focused');
  await expect
    .poll(async () => {
      const label = (await front.getAttribute('aria-label')) ?? '';
      if (!row.test(label)) await window.press('ArrowDown');
      return row.test(label);
    }, PATIENT)
    .toBe(true);
};
const choose = async (row: RegExp): Promise<void> => {
  await down(row);
  await window.press('Enter');
};

test('one list says what will be done, how and by whom, before anything is typed', async () => {
  await open();
  await offers(/^Checks: npm run lint, npm test, found in package\.json/);
  await offers(/^Agent: worker/);
  expect(await offered()).toEqual([
    'Type what is to be done, or choose below what to change',
    'Workflow: feature, plan → implement → verify',
    'Place: a worktree of its own, your files, branch and index stay as they are',
    'Base: HEAD, the commit or branch to start from',
    'Agent: worker',
    'Checks: npm run lint, npm test, found in package.json',
    'Set-up: none, nothing is run in the new worktree',
    'Unattended: no, you are asked, in any window of this repository',
  ]);
  await window.screenshot('start-empty-light');
  await window.press('Enter');
  await offers(/^Type what is to be done/);
});

test('what is typed hides no row and stays, through Escape and through each choice', async () => {
  await window.type('Add a login page');
  await offers(/^Start: Add a login page/);
  expect(await offered()).toHaveLength(8);
  await window.screenshot('start-typed-light');
  await window.press('Escape');
  await open();
  await expect.poll(() => box().inputValue(), PATIENT).toBe('Add a login page');
  await choose(/^Workflow: feature/);
  await offers(/^A bug/);
  await window.screenshot('start-workflow-light');
  await choose(/^A bug/);
  await offers(/^Workflow: fix, reproduce/);
  expect(await box().inputValue()).toBe('Add a login page');
  await choose(/^Workflow: fix/);
  await window.locator('.quick-input-widget').getByRole('button', { name: 'Back' }).click();
  await choose(/^Workflow: fix/);
  await choose(/^A feature/);
});

test('checks are added and left out one by one', async () => {
  await choose(/^Checks:/);
  await offers(/^npm run lint, found; pick it to leave it out/);
  await choose(/^npm run lint, found/);
  await offers(/^npm run lint, found; pick it to have it run/);
  await window.type('test -f login.html || test "$CAIRN_PHASE" = plan');
  await offers(/^Add: test -f login\.html/);
  await window.screenshot('start-checks-light');
  await window.press('Enter');
  await choose(/^Done/);
  await offers(/^Checks: npm test, test -f login\.html .*, as you said/);
});

test('where it begins is typed, and what is no commit is said before it begins', async () => {
  await choose(/^Base: HEAD/);
  await box().fill('nowhere');
  await offers(/^Use: nowhere/);
  await window.screenshot('start-base-light');
  await choose(/^Use: nowhere/);
  await offers(/^Cannot start yet, .*no commit named nowhere/);
  await window.screenshot('start-base-refused-light');
  await choose(/^Base: nowhere/);
  await box().fill('main');
  await choose(/^Use: main/);
  await offers(/^Base: main, the commit or branch to start from/);
});

test('unattended says which phases are approved beforehand, and what that comes to before it begins', async () => {
  await choose(/^Unattended: no/);
  await choose(/^Yes: Nobody Is Asked/);
  await choose(/^Approve plan beforehand/);
  await offers(/^Approve plan beforehand, yes/);
  await window.screenshot('start-unattended-light');
  await choose(/^Done/);
  await offers(/^Unattended: yes, nobody is asked · plan approved beforehand/);
  await window.screenshot('start-changed-light');
  await choose(/^Start: Add a login page/);
  await window.waitForText('Start it, and leave it alone?');
  await window.screenshot('start-unattended-question-light');
  await window.dialogButton('Cancel');
  await offers(/^Unattended: yes/);
  await choose(/^Start: Add a login page/);
  await window.dialogButton('Start Unattended');
  await shows('Session Add a login page, done, checks passed, workflow feature');
});

test('and the session is what the rows said', async () => {
  expect(await site.session(/login-page/, 'REQUEST.md')).toContain('Add a login page');
  const workflow = await site.session(/login-page/, 'workflow.yaml');
  expect(workflow).toContain('npm test');
  expect(workflow).toContain('test -f login.html');
  expect(workflow).not.toContain('npm run lint');
  const [branch = ''] = await site.branches();
  expect(await site.git.git('log', '--format=%B', branch)).toContain('beforehand');
  // What was said of it is over.
  await open();
  await offers(/^Type what is to be done/);
  await offers(/^Unattended: no/);
  await window.press('Escape');
});

test('an input is asked for when it is missing, and one that does not fit is not taken', async () => {
  await writeFile(join(site.git.root, 'own.txt'), 'mine\n');
  await open();
  await window.type('Do the ticket');
  await choose(/^Workflow: feature/);
  await choose(/^A ticket/);
  await offers(/^ticket: needed, Which ticket/);
  await offers(/^Your 1 uncommitted file: left out, own\.txt/);
  await choose(/^Start: Do the ticket, asks for ticket first/);
  await window.answer('nonsense');
  await offers(/^ticket must match .*, not "nonsense"/);
  await window.screenshot('start-input-refused-light');
  await box().fill('ABC-12');
  await offers(/^Use: ABC-12/);
  await window.press('Enter');
  await shows('Session Do the ticket, done, nothing checked, workflow ticket');
  expect(await site.session(/ticket/, '01-only/only.md')).toBe('ABC-12');
  await dismiss();
});

test('a repository that names a workflow of its own is asked about what that runs', async () => {
  await site.git.write('.cairn/config.yaml', 'workflow: own\n');
  await site.git.write(
    '.cairn/workflows/own.yaml',
    'schema: 1\nname: own\nphases:\n  - { id: only, artifacts: [only.md], checks: [{ run: test -d . }] }\n',
  );
  await open();
  await offers(/^Workflow: own, only · \.cairn\/workflows\/own\.yaml · as \.cairn\/config\.yaml says/);
  await window.answer('Use our own');
  await window.waitForText('Run what this repository chose?');
  await window.screenshot('start-unseen-light');
  await window.dialogButton('Run Them');
  await shows('Session Use our own, done, checks passed, workflow own');
});

test('it is read as well in the dark, in a narrow window, and with a request of many lines', async () => {
  await window.command('Preferences: Toggle between Light/Dark Themes');
  await window.locator('.monaco-workbench.vs-dark').waitFor();
  await open();
  await offers(/^Workflow: own/);
  const long = 'Make the whole of the import faster, and keep every message that it writes today. '.repeat(4);
  await box().fill(long);
  await offers(/^Start: Make the whole of the import faster.*327 characters/);
  await window.screenshot('start-long-dark');
  await window.page.setViewportSize({ width: 480, height: 700 });
  await window.screenshot('start-long-narrow-dark');
  await choose(/^Unattended: no/);
  await offers(/^No: You Are Asked/);
  await window.screenshot('start-unattended-narrow-dark');
  await window.press('Escape');
});
