import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/commands.ts';
import { READING } from '../../src/model/agent/shell/readers.ts';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'FORMAT.md',
  'CHANGELOG.md',
  'bench/README.md',
  'examples/README.md',
  ...readdirSync('docs').map((name) => `docs/${name}`),
];

const textOf = (page: string): string => readFileSync(page, 'utf8');
const { scripts, contributes } = JSON.parse(textOf('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: { readonly commands: readonly { readonly title: string }[] };
};

/** As GitHub names a heading in an address. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** What stands in code on a page: blocks line by line, comments behind the words left out; and what is marked within a line. */
function codeOn(page: string): readonly string[] {
  const blocks = [...textOf(page).matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, body = '']) =>
    body.split('\n').map((line) => line.replace(/ +#.*$/, '')),
  );
  const prose = textOf(page).replaceAll(/^```\w*\n.*?^```/gms, '');
  return [...blocks, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)];
}

describe.each(PAGES)('%s', (page) => {
  it('links to what is there', () => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link));
    const dead = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
    expect(dead).toEqual([]);
  });

  it('names commands, options and scripts that there are', () => {
    const unknown = codeOn(page).flatMap((code) => [...unknownCommands(code), ...unknownScripts(code)]);
    expect(unknown).toEqual([]);
  });

  it('names commands of the palette that there are', () => {
    const titles = contributes.commands.map(({ title }) => title);
    const named = [...textOf(page).matchAll(/\*Cairn: ([^*]+)\*/g)].map(([, title = '']) => title);
    expect(named.filter((title) => !titles.includes(title))).toEqual([]);
  });
});

/** `cairn <command> --option …`, wherever it begins: behind `&&` or a prompt, too. */
function unknownCommands(code: string): readonly string[] {
  return [...code.matchAll(/(?:^|&& |\$ )cairn ([a-z]+)([^&|;]*)/g)].flatMap(([all, name, rest = '']) => {
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (command === undefined) return [all];
    const [own = ''] = rest.split(/ -- /);
    const flags = [...command.options.map((option) => option.flags), '--help', '--json', '--repo'].join(' ');
    const named = [...own.matchAll(/(?<= )--[a-z-]+/g)].map(([flag]) => flag);
    return named.filter((flag) => !flags.includes(flag)).map((flag) => `cairn ${name} ${flag}`);
  });
}

const unknownScripts = (code: string): readonly string[] =>
  [...code.matchAll(/npm run ([\w-]+)/g)]
    .filter(([, name = '']) => scripts[name] === undefined)
    .map(([all]) => all);

describe('what an agent may do without asking', () => {
  it.each(['README.md', 'docs/agents.md'])(
    '%s says what a pattern of commands and a word for the network leave open',
    (page) => {
      const text = textOf(page).replaceAll(/[*\s]+/g, ' ');
      expect(text).toMatch(/allowing `npm test` allows whatever an agent writes into it/i);
      expect(text).toMatch(/`network: deny` covers only what an agent asks for as such/);
    },
  );

  it('the table of programs that only read has each of them, and no other', () => {
    const rows =
      textOf('docs/agents.md').split('| program | options |')[1]?.split('\n\n')[0]?.split('\n') ?? [];
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([a-z]+)`/g)].map(([, name]) => name),
    );
    expect(named).toHaveLength(READING.length);
    expect(new Set(named)).toEqual(new Set(READING));
  });
});

it('FORMAT.md says what each command prints for programs', () => {
  const section = /^## Output for programs\n(.*?)^### /ms.exec(textOf('FORMAT.md'))?.[1] ?? '';
  const rows = [...section.matchAll(/^\| (`[^|]+) \|/gm), ...section.matchAll(/^- (`cairn [^`]+`)/gm)];
  const told = new Set(
    rows.flatMap(([, names = '']) => [...names.matchAll(/`(?:cairn )?(\w+)/g)].map((m) => m[1])),
  );
  expect(COMMANDS.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([]);
});
