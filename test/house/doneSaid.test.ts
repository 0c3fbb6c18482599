import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventLines } from '../../src/cli/output/eventLines.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { landMessage } from '../../src/model/land/landMessage.ts';
import type { PhaseId, SessionId } from '../../src/model/names/ids.ts';
import type { StatusGlance } from '../../src/model/status/status.ts';
import { CHECKED, type Checked } from '../../src/model/status/statusWords.ts';
import { behindDone, doneWords } from '../../src/model/text/doneWords.ts';
import { newsOf } from '../../src/runner/notification.ts';
import type { RunNews } from '../../src/runner/runEvents.ts';
import { saidOutcome } from '../../src/sentences/outcomeSentence.ts';
import { whichMessage } from '../../src/sentences/whichSession.ts';
import type { SessionSummary } from '../../src/session/results.ts';
import { forkQuestion } from '../../src/vscode/restore/forkQuestion.ts';
import { targetItems } from '../../src/vscode/restore/targetItems.ts';
import { noticesBetween } from '../../src/vscode/state/notices.ts';
import { landTitle } from '../../src/vscode/state/toLand.ts';
import { viewMessage } from '../../src/vscode/state/viewMessage.ts';
import { detailRows } from '../../src/vscode/tree/detailRows.ts';
import { glancePhaseRows, glanceRows } from '../../src/vscode/tree/glanceRows.ts';
import { phaseRow } from '../../src/vscode/tree/phaseRows.ts';
import { sessionRows } from '../../src/vscode/tree/sessionRows.ts';
import { phaseTooltip, sessionTooltip } from '../../src/vscode/tree/tooltip.ts';
import { waveRows } from '../../src/vscode/tree/waveRows.ts';
import { runLine } from '../cli/runLine.ts';
import { LOG, OUTCOME, scriptedApi, SESSION, STATUS } from '../cli/scriptedApi.ts';
import { donePhase, KEY, node, NOW, repositoryFolder, windowOf } from '../vscode/builders.ts';

const PLAN = 'plan' as PhaseId;

/** A session that is done, of one phase that is. */
const whole = (checked: Checked | null) =>
  ({
    status: {
      ...STATUS,
      state: 'done',
      checked,
      next: [],
      question: null,
      questions: [],
      phases: [{ ...STATUS.phases[0]!, id: PLAN, status: 'done', checked }],
    },
    done: { ...OUTCOME, reason: 'completed', state: 'done', checked, phase: null },
  }) as const;

const apiOf = (checked: Checked | null) => {
  const { status } = whole(checked);
  const act = { session: SESSION, seq: 5, commit: null, state: 'done' };
  return scriptedApi({
    status: async () => status,
    log: async () => LOG.map((entry) => ({ ...entry, state: 'done', checked, subject: 'cairn: x' })),
    land: async () => ({ ...act, checked, branch: 'x', changed: [], commits: [] }),
    list: async () => [{ ...(node('done').summary satisfies SessionSummary), session: SESSION, checked }],
  });
};

const line =
  (...words: readonly string[]) =>
  async (checked: Checked | null): Promise<string> => {
    const news: readonly RunNews[] = [{ type: 'outcome', outcome: whole(checked).done }];
    return (await runLine(words, { api: apiOf(checked), news })).out;
  };

const closes = (checked: Checked | null): RunNews => ({
  type: 'checkpoint',
  session: SESSION,
  seq: 2,
  kind: 'phase',
  phase: PLAN,
  commit: 'a'.repeat(40) as never,
  subject: `cairn: plan is ${doneWords(checked)}`,
  ms: 1,
  ...(checked === null ? {} : { checked }),
});

const told = (style = createStyle(false)) => ({
  style,
  width: 80,
  lively: false,
  startedAt: null,
  several: false,
  again: false,
  agentSaid: [],
});

/** A session of the window, with one phase, or several side by side. */
const nodeOf = (checked: Checked | null, many = 1) =>
  node('done', {
    summary: { checked },
    status: { phases: Array.from({ length: many }, (_, n) => donePhase(n + 1, `p${n}`, { checked })) },
  });
const phaseOf = (checked: Checked | null) => nodeOf(checked).status!.phases[0]!;
const glanceOf = (checked: Checked | null) =>
  ({
    session: 's' as SessionId,
    glance: {
      title: 'Add login',
      state: 'done',
      checked,
      updated: null,
      rows: [
        {
          number: 1,
          phase: 'plan',
          status: 'done',
          round: 1,
          attempt: 1,
          artifacts: null,
          checked,
          updated: null,
        },
      ],
    } as unknown as StatusGlance,
  }) as const;

type Said = (checked: Checked | null) => string | Promise<string>;

/** Wherever people are told that something is done. `whole` says it whole, `behind` beside a mark or a word that says *done*. */
const SURFACES: Readonly<Record<'whole' | 'behind', Readonly<Record<string, Said>>>> = {
  whole: {
    'cairn status, the session': async (checked) => (await line('status')(checked)).split('\n#')[0]!,
    'cairn status, a phase': async (checked) => (await line('status')(checked)).split('\n#')[1]!,
    'cairn status --wait': line('status', '--wait'),
    'cairn status --graph': line('status', '--graph'),
    'cairn list': line('list'),
    'cairn log': line('log'),
    'the end of a run': async (checked) => (await line('resume')(checked)).split('\n#')[0]!,
    'a word that ends a session': async (checked) =>
      (await line('approve')(checked)).split('The session is ')[1]!,
    'cairn land': line('land', '--branch', 'x'),
    'a checkpoint of a run': (checked) => eventLines({ at: '', ...closes(checked) }, told()).join('\n'),
    'which session is meant': (checked) =>
      whichMessage({
        sessions: ['a'],
        unfinished: false,
        are: 'known',
        candidates: [{ session: 'a', name: 'a', title: 'A', state: 'done', checked, updated: 'now' }],
      }),
    'the message of a run for programs': (checked) =>
      saidOutcome({ ...whole(checked).done, stopped: { because: 'all-done', done: 3, skipped: 0 } }).message,
    'the message of a resume of what is done': (checked) =>
      saidOutcome({ ...whole(checked).done, stopped: { because: 'was-done' } }).message,
    'a notification': (checked) =>
      newsOf(whole(checked).status, new Set(['a']), '/r')
        .map(({ notification }) => notification.text)
        .join('\n'),
    'the message of a landing, its end': (checked) => landed(checked).split('Landed from')[1]!,
    'the row of a session': (checked) => sessionRows(windowSide(checked), NOW)[0]!.description,
    'the row of a session, spoken': (checked) => sessionRows(windowSide(checked), NOW)[0]!.spoken,
    'the row of a session in Restricted Mode': (checked) =>
      glanceRows('f', [glanceOf(checked)], NOW)[0]!.description,
    'that row, spoken': (checked) => glanceRows('f', [glanceOf(checked)], NOW)[0]!.spoken,
    'the row of a wave': (checked) => waveRows(KEY, nodeOf(checked, 2), NOW)[0]!.description,
    'the row of a wave, spoken': (checked) => waveRows(KEY, nodeOf(checked, 2), NOW)[0]!.spoken,
    'the tooltip of a session': (checked) => sessionTooltip(nodeOf(checked), NOW),
    'the tooltip of a phase': (checked) => phaseTooltip(nodeOf(checked), phaseOf(checked), NOW),
    'what happened in a window': (checked) =>
      noticesBetween(
        windowOf(repositoryFolder([node('running')])),
        windowOf(repositoryFolder([nodeOf(checked)])),
      )
        .map(({ text }) => text)
        .join('\n'),
    'the line above the tree': (checked) => viewMessage(windowOf(repositoryFolder([nodeOf(checked)]))),
    'the title of a landing': (checked) => landTitle(nodeOf(checked).summary),
  },
  behind: {
    'cairn fork': line('fork', 'plan'),
    'the message of a landing, a phase': (checked) => landed(checked).split('Landed from')[0]!,
    'the row of a phase': (checked) => phaseRow(KEY, nodeOf(checked), phaseOf(checked), NOW).description,
    'the row of a phase, spoken': (checked) => phaseRow(KEY, nodeOf(checked), phaseOf(checked), NOW).spoken,
    'the row of a phase in Restricted Mode': (checked) =>
      glancePhaseRows('f', glanceOf(checked), NOW)[0]!.description,
    'the same, spoken': (checked) => glancePhaseRows('f', glanceOf(checked), NOW)[0]!.spoken,
    'a wave in the tooltip of a session': (checked) =>
      sessionTooltip(nodeOf(checked, 2), NOW).split('**Waves**')[1]!,
    'where a restore goes': (checked) =>
      targetItems(nodeOf(checked).status!, [], NOW, 'restore')
        .map(({ description }) => description)
        .join('\n'),
    'the question before a fork': (checked) =>
      forkQuestion(nodeOf(checked).status!, 'Phase 1', {
        session: 's' as SessionId,
        from: { session: SESSION, seq: 2 },
        state: 'running',
        next: [],
        done: [{ phase: PLAN, checked }],
        again: [],
        notUndone: [],
      }).detail,
  },
};

const windowSide = (checked: Checked | null) => {
  const folder = repositoryFolder([nodeOf(checked)]);
  if (folder.kind !== 'repository') throw new Error('no repository');
  return folder.repository;
};

const landed = (checked: Checked | null): string =>
  landMessage({
    part: null,
    title: 't',
    request: '',
    phases: [
      {
        phase: PLAN,
        title: null,
        status: 'done',
        checked,
        round: 1,
        said: '',
        decisions: [],
        approval: null,
      },
    ],
    checks: [],
    wasChecked: true,
    branch: 'b',
    seq: 2,
    isDone: true,
    checked,
    typedHere: true,
    askedHere: true,
  });

const ALL = Object.entries(SURFACES).flatMap(([how, surfaces]) =>
  Object.entries(surfaces).map(([surface, said]) => ({ how, surface, said })),
);

test.each(ALL)('$surface says in words what stands behind a done', async ({ how, said }) => {
  const words = how === 'whole' ? doneWords : behindDone;
  for (const checked of CHECKED) {
    const text = await said(checked);
    expect(text).toContain(words(checked));
    for (const other of CHECKED.filter((one) => one !== checked))
      expect(text).not.toContain(behindDone(other));
  }
  const unsaid = await said(null);
  for (const checked of CHECKED) expect(unsaid).not.toContain(behindDone(checked));
});

const coloursOf = async (text: string | Promise<string>, word: string): Promise<string> => {
  // eslint-disable-next-line no-control-regex
  const [, colour = 'none'] = new RegExp(`\\u001b\\[(\\d+)m(?:[✓!] )?${word}`).exec(await text) ?? [];
  return colour;
};

test('a terminal has it in a colour that is not that of checks that passed, and with a mark where they were red', async () => {
  const page = (checked: Checked | null) =>
    runLine(['status'], { api: apiOf(checked), terminal: 80 }).then(({ out }) => out);
  const colours = Object.fromEntries(
    await Promise.all(
      CHECKED.map(async (checked) => [checked, await coloursOf(page(checked), doneWords(checked))]),
    ),
  );
  expect(colours).toEqual({ passed: '32', changed: '33', approved: '32', nothing: '33', red: '33' });
  expect(await page('nothing')).toContain('✓ done, nothing checked');
  expect(await page('red')).toContain('! done, checks red');
  expect(await page('changed')).toContain('! done, checks changed');
  const painted = (checked: Checked) =>
    eventLines({ at: '', ...closes(checked) }, told(createStyle(true))).join('');
  expect(CHECKED.map((checked) => painted(checked).slice(0, 6))).toEqual([
    '\u001b[32m✓',
    '\u001b[33m!',
    '\u001b[33m!',
    '\u001b[32m✓',
    '\u001b[33m✓',
  ]);
});

test('a window has an icon and a colour of its own for each', () => {
  const icons = CHECKED.map((checked) => [
    sessionRows(windowSide(checked), NOW)[0]?.icon,
    phaseRow(KEY, nodeOf(checked), phaseOf(checked), NOW).icon,
    waveRows(KEY, nodeOf(checked, 2), NOW)[0]?.icon,
  ]);
  for (const [session, phase, wave] of icons) expect([phase, wave]).toEqual([session, session]);
  expect(new Set(icons.map(([session]) => JSON.stringify(session))).size).toBe(CHECKED.length);
  expect(icons[0]?.[0]).toEqual({ id: 'pass-filled', color: 'testing.iconPassed' });
});

test('below a phase that was done without checks stands what there is instead', () => {
  const labels = (checked: Checked | null) =>
    detailRows(KEY, nodeOf(checked), phaseOf(checked)).map(
      ({ label, description }) => `${label}: ${description}`,
    );
  expect(labels('nothing')).toContain('Nothing checked: no checks, and nobody approved it');
  expect(labels('approved')).toContain('Approved: by a person: there are no checks');
  expect(labels(null).join()).not.toMatch(/checked|[Aa]pproved/);
});

/** What says *done* of something else than a phase or a session, or of what becomes of one. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'src/cli/commands/agentsCommand.ts': 'who does phases',
  'src/cli/commands/doctorCommand.ts': 'who does phases',
  'src/cli/commands/driveRun.ts': 'what a stop leaves',
  'src/cli/commands/endCommands.ts': 'help, and what a stop leaves',
  'src/cli/commands/fileCommands.ts': 'help',
  'src/cli/commands/restoreCommand.ts': 'that no phase is',
  'src/cli/commands/resumeCommand.ts': 'help',
  'src/cli/commands/startCommand.ts': 'help',
  'src/cli/commands/statusCommand.ts': 'help',
  'src/cli/program.ts': 'help',
  'src/sentences/answerWords.ts': 'what an answer will do',
  'src/sentences/refusalWords.ts': 'why an act is refused',
  'src/sentences/whichSession.ts': 'what several have in common: a line each says the rest',
  'src/session/effects/runEffect.ts': 'an effect',
  'src/vscode/commands/answerCommands.ts': 'what an answer will do',
  'src/vscode/restore/forkQuestion.ts': 'that no phase is',
  'src/vscode/words/errorWords.ts': 'that what is done stays',
};

test('nothing else in the program says that a phase or a session is done', () => {
  const edges = globSync('src/{cli,vscode,sentences,runner,session}/**/*.ts');
  const says = edges.filter((file) =>
    readFileSync(file, 'utf8')
      .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
      .split('\n')
      .some((text) => /['"`}][^'"`]*\b(?:is|are) done\b|✓ done/.test(text)),
  );
  expect(says.toSorted()).toEqual(Object.keys(OTHERWISE).toSorted());
});

test('one place has the icon of what is done, and one its mark', () => {
  const having = (what: string) =>
    globSync('src/{cli,vscode}/**/*.ts').filter((file) => readFileSync(file, 'utf8').includes(what));
  expect(having("'pass-filled'")).toEqual(['src/vscode/state/words.ts']);
});
