import { counted } from '../../base/listed.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { surestName } from '../../model/names/shortName.ts';
import { nearestWord } from '../../model/text/nearestWord.ts';
import type { CairnApi } from '../../session/api.ts';
import type { Rescues } from '../../session/api/rescue.ts';
import type { Looking } from '../../session/api/look.ts';
import type { Answer, Command, Context, Typed } from './command.ts';
import { diffText } from './fileCommands.ts';
import { howLongAgo } from '../output/howLong.ts';
import { bringBack } from './endCommands.ts';
import { nextSteps, type NextStep } from '../output/nextSteps.ts';
import { plainLine } from '../terminal/plainText.ts';
import { skippedLines } from './restoreCommand.ts';
import { renderTable } from '../output/renderTable.ts';
import { SESSION_WORD, meantBy, wrong } from './typed.ts';
import { called, withNames } from '../output/withNames.ts';

const ACTS = ['list', 'diff', 'apply', 'delete'] as const;
type Act = (typeof ACTS)[number];

export const rescueCommand: Command = {
  name: 'rescue',
  group: 'Go back',
  words: [
    { name: '[act]', is: 'list (default), diff (show it), apply (put it back) or delete' },
    SESSION_WORD,
    { name: '[n]', is: 'its number, as the list has it' },
    { name: '[paths...]', is: 'with apply: only these files' },
  ],
  options: [],
  does: 'see and put back work that was kept aside before something would have overwritten it',
  more: 'A rescue is such work, kept as a commit: uncommitted files before a restore, or what an agent left that was cut off. None goes away by itself.',
  examples: [
    ['cairn rescue list', 'what was kept aside, and why'],
    ['cairn rescue diff 1', 'what is in it'],
    ['cairn rescue apply login 1 src/login.ts', 'put one file of it back, in the session "login"'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const { act, rest } = actOf(typed);
    // A number as the first word is that of a rescue.
    const isNamed = rest[0] !== undefined && !/^\d{1,2}$/.test(rest[0]);
    const meant = await meantBy(api, `rescue ${act}`, isNamed ? rest[0] : null).catch(didYouMean(typed));
    const [n, ...paths] = isNamed ? rest.slice(1) : rest;
    const { session } = meant;
    const names = await withNames(context);
    const named = { ...names, where: isNamed ? '' : ` of ${called(names, session)}` };
    if (act === 'list') return list(named, api, meant);
    if (n === undefined || !/^[1-9]\d{0,8}$/.test(n))
      throw wrong('rescue', `say which: ${named.command('rescue', act, session, '<n>')}`);
    if (act !== 'apply' && paths.length > 0) throw wrong('rescue', 'only apply takes paths');
    await refuseUnknown(api, session, { n, name: called(names, session) });
    return acts[act](named, api, session, Number(n), paths);
  },
};

async function refuseUnknown(
  api: Rescues,
  session: SessionId,
  { n, name }: { readonly n: string; readonly name: string },
): Promise<void> {
  const numbers = (await api.rescues(session)).map(({ number }) => String(number));
  if (numbers.includes(n)) return;
  const known = numbers.length === 0 ? 'nothing is kept aside' : `there are: ${numbers.join(', ')}`;
  throw wrong(`rescue ${n}`, `nothing is kept aside under that number in ${name}; ${known}`);
}

function actOf({ words }: Typed): { readonly act: Act; readonly rest: readonly string[] } {
  const act = ACTS.find((each) => each === words[0]);
  return act === undefined ? { act: 'list', rest: words } : { act, rest: words.slice(1) };
}

/** If the first word is no session, it may be a mistyped act; otherwise rethrows the error. */
const didYouMean =
  ({ words: [first = ''] }: Typed) =>
  (error: unknown): never => {
    const near = ACTS.some((act) => act === first) ? null : nearestWord(first, ACTS);
    const unknown =
      CairnError.is(error, 'usage/unknown-session') || CairnError.is(error, 'usage/unknown-phase');
    if (near === null || !unknown) throw error;
    throw wrong('', `There is neither an act nor a session "${first}" (Did you mean ${near}?)`);
  };

type CarryOut = (
  /** `where`: ` of` the session, where its name was not typed. */
  context: Context & { readonly where: string },
  api: CairnApi,
  session: SessionId,
  n: number,
  paths: readonly string[],
) => Promise<Answer>;

const acts: { readonly [A in Exclude<Act, 'list'>]: CarryOut } = {
  async diff(context, api, session, n) {
    const { from, to, changed } = await api.rescueDiff(session, n);
    const text = diffText(context, await api.patch(session, { from, to, changed, root: null }));
    return { exit: 0, json: { session, number: n, from, to, changed }, text };
  },
  async apply({ style, width, command, where }, api, session, n, paths) {
    const result = await api.rescueApply(session, n, paths);
    const next: NextStep =
      paths.length === 0
        ? [command('rescue', 'delete', session, String(n)), 'forget it, now that it is back']
        : [command('rescue', 'diff', session, String(n)), 'see what else is in it'];
    const lines = [
      `${style.good('✓')} Put back ${counted(result.written.length, 'file')}${where}.`,
      ...result.written.map((path) => `  ${plainLine(path)}`),
      ...skippedLines(result.skipped, style),
      '',
      nextSteps([next], style, width),
    ];
    return { exit: 0, json: { session, number: n, ...result }, text: lines.join('\n') };
  },
  async delete({ style, where }, api, session, n) {
    await api.rescueDelete(session, n);
    return {
      exit: 0,
      json: { session, number: n },
      text: `${style.good('✓')} What was kept aside as rescue ${n}${where} is gone.`,
    };
  },
};

async function list(
  { style, width, terminal, command }: Context,
  api: Rescues,
  { session, deleted }: Awaited<ReturnType<Looking['find']>>,
): Promise<Answer> {
  const rescues = await api.rescues(session);
  if (rescues.length === 0) return { exit: 0, json: rescues, text: 'Nothing was kept aside.' };
  const rows = rescues.map(({ number, files, at, why }) => [
    String(number),
    String(files),
    howLongAgo(at, terminal.now()),
    plainLine(why),
  ]);
  const columns = [
    { title: '#', right: true },
    { title: 'Files', right: true },
    { title: 'When', drop: 1 },
    { title: 'Why', shrink: { to: 20, keep: 'start' as const } },
  ];
  const table = renderTable(columns, rows, width, style.dim).join('\n');
  const newest = String(rescues.at(-1)?.number ?? 1);
  const diff: NextStep = [
    command('rescue', 'diff', deleted === undefined ? session : surestName(session), newest),
    `see what is in ${rescues.length === 1 ? 'it' : 'the newest'}`,
  ];
  const steps: readonly NextStep[] =
    deleted === undefined
      ? [diff, [command('rescue', 'apply', session, newest), 'put it back']]
      : [...bringBack(deleted), diff];
  return { exit: 0, json: rescues, text: `${table}\n\n${nextSteps(steps, style, width)}` };
}
