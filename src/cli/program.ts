import { Command as Program, CommanderError, Help, Option, type HelpConfiguration } from 'commander';
import { nearestWord } from '../model/text/nearestWord.ts';
import type { Command, CommandOption, Typed } from './commands/command.ts';
import { COMMANDS } from './commands/commands.ts';
import { fillLines } from './output/fillLines.ts';
import { wrong } from './commands/typed.ts';

/** What a command line means. */
export type Parsed =
  | { readonly kind: 'run'; readonly command: Command; readonly typed: Typed; readonly repo: string | null }
  | { readonly kind: 'print'; readonly text: string };

/**
 * Reads the words after `cairn`.
 *
 * @throws `usage/invalid` for anything that is not a valid command line.
 */
export function parseCommandLine(
  words: readonly string[],
  { version, width, json }: { readonly version: string; readonly width: number; readonly json: boolean },
): Parsed {
  let parsed: Parsed | null = null;
  const printed: string[] = [];
  const end = words.indexOf('--');
  const rest = end === -1 ? [] : words.slice(end + 1);
  // To commander each command is some fifty objects: where one is named first, the others are not needed.
  const named = COMMANDS.filter(({ name }) => name === words[0]);
  const commands = named.length > 0 ? named : COMMANDS;
  const program = createProgram(commands, { version, width }, (command, typed, repo) => {
    parsed = { kind: 'run', command, typed: { ...typed, rest }, repo };
  });
  for (const each of [program, ...program.commands]) {
    each
      .exitOverride()
      .configureOutput({ writeOut: (text) => printed.push(text), writeErr: (text) => printed.push(text) });
  }
  refuseUnknownTopic(words);
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Without a command, `cairn` prints its help; a program that wants one JSON value gets an error instead.
    if (error.code === 'commander.help' && json) throw wrong('', 'Say which command.');
    if (error.exitCode !== 0 && error.code !== 'commander.help') throw wrong('', reason(error));
  }
  return parsed ?? { kind: 'print', text: printed.join('') };
}

/** For help on an unknown command, Commander prints the general help; report a mistyped word as elsewhere instead. */
function refuseUnknownTopic([help, topic]: readonly string[]): void {
  const names = [...COMMANDS.map(({ name }) => name), 'help'];
  if (help !== 'help' || topic === undefined || topic.startsWith('-') || names.includes(topic)) return;
  const near = nearestWord(topic, names);
  throw wrong('', `Unknown command '${topic}'${near === null ? '' : ` (Did you mean ${near}?)`}`);
}

function createProgram(
  commands: readonly Command[],
  { version, width }: { readonly version: string; readonly width: number },
  run: (command: Command, typed: Omit<Typed, 'rest'>, repo: string | null) => void,
): Program {
  const program = new Program('cairn')
    // Otherwise the `--json` that every command takes would swallow the value in `--request --json`.
    .enablePositionalOptions()
    .description(ABOUT)
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({
      ...helpFor(width),
      visibleCommands: ({ commands }) => commands.filter((command) => !OLD_WORDS.has(command.name())),
      // The command's own help has the optional words; here they would only widen the column.
      subcommandTerm: (command) => [command.name(), ...(command.usage().match(/<[^>]+>/g) ?? [])].join(' '),
    })
    .addHelpText('after', () => `\n${overview(helpFor(width).helpWidth)}`);
  everywhere(program, version);
  for (const command of commands) addCommand(program, command, { version, width }, run);
  return program;
}

function addCommand(
  program: Program,
  command: Command,
  { version, width }: { readonly version: string; readonly width: number },
  run: (command: Command, typed: Omit<Typed, 'rest'>, repo: string | null) => void,
): void {
  const added = program
    .command(command.name)
    .description(
      [asSentence(command.does), ...(command.more === undefined ? [] : [command.more])].join('\n\n'),
    )
    .summary(command.does)
    .helpGroup(`${command.group}:`)
    .configureHelp(helpFor(width));
  for (const { name, is } of command.words) added.argument(name, is);
  added.allowExcessArguments(command.takesAnyWords === true);
  for (const option of command.options) added.addOption(optionOf(option));
  everywhere(added, version);
  const { helpWidth } = helpFor(width);
  added.addHelpText('after', () => {
    const examples = command.examples.map((each) => example(each, helpWidth));
    return `\nExamples:\n${examples.join('\n')}`;
  });
  added.action(() => {
    const { repo, ...options } = added.optsWithGlobals<{ repo?: string }>();
    run(command, { words: added.args, options }, repo ?? null);
  });
}

const asSentence = (does: string): string => `${does.charAt(0).toUpperCase()}${does.slice(1)}.`;

function optionOf({ flags, does, choices, hidden, repeated }: CommandOption): Option {
  const option = new Option(flags, does).hideHelp(hidden === true);
  if (choices !== undefined) return option.choices([...choices]);
  if (repeated === true)
    return option.argParser((value, before: readonly string[] | undefined) => [...(before ?? []), value]);
  if (!flags.startsWith('--no-')) return option;
  // An option of its own: to commander it would take back one of the same name.
  return Object.assign(option, { negate: false, attributeName: () => attributeOf(flags) });
}

const attributeOf = (flags: string): string =>
  flags.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Options that every command takes, before its name or after it. */
function everywhere(program: Program, version: string): void {
  program
    .option('--repo <dir>', 'any folder of the repository (default: the current directory)')
    .option('--json', 'print one JSON value on standard output, prose on standard error')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help');
}

/** Keeps a command on one line, to be pasted; wraps what it does. */
const example = ([line, does]: readonly [string, string], width: number): string =>
  `  ${line}\n${fillLines(does.split(' '), { width, indent: ' '.repeat(6) })}`;

/** Wraps text that commander never wraps, and columns narrower than those it would wrap. */
function helpFor(width: number): HelpConfiguration & { readonly helpWidth: number } {
  const helpWidth = Math.min(width, 100);
  const usage = (command: Program): string => new Help().commandUsage(command);
  return {
    helpWidth,
    minWidthToWrap: 10,
    commandUsage: (command) =>
      // The first line follows its title.
      fillLines(usage(command).split(' '), { width: helpWidth, indent: ' '.repeat(7) }).trimStart(),
  };
}

function reason({ message }: CommanderError): string {
  const text = message.replace(/^error: /, '').replace(/\n/g, ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Words of before, which no list shows any more. */
const OLD_WORDS: ReadonlySet<string> = new Set(
  COMMANDS.filter(({ isOldWord }) => isOldWord === true).map(({ name }) => name),
);
const ABOUT =
  'Has a coding agent work through a job in phases, such as plan, implement and verify. A session is one job, on a branch of its own: Cairn checks what each phase leaves and keeps it as one commit, which you can review, go back to and land.';
const NAMES =
  'A session is named as `cairn list` names it, or by how that name begins. Leave it out where only one can be meant: ' +
  'to approve one that waits, to land one that is done, else one that is not done.';
const EXIT_CODES =
  '0 done, whatever its checks say (`checked` of --json), or paused · 1 unexpected · 2 usage or workflow · 3 waits for you · 4 blocked, as a phase did not pass · ' +
  '5 cancelled, stopped or interrupted · 6 another process is at work on it · 7 something recorded is damaged or not certain · ' +
  '8 the repository or machine is not in a state to work in (`cairn doctor`)';

function overview(width: number): string {
  const first = 'Exit codes: ';
  // Keep a code in one piece if a line has room for it.
  const codes = EXIT_CODES.split(/(?<=·) /).flatMap((code) =>
    first.length + code.length <= width ? [code] : code.split(/(?<!\d) (?!·)/),
  );
  return [
    fillLines(NAMES.split(' '), { width }),
    fillLines(codes, { width, first, indent: ' '.repeat(first.length) }),
  ].join('\n');
}
