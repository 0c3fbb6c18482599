import { cargo } from './ecosystems/cargo.ts';
import { cmake } from './ecosystems/cmake.ts';
import { composer } from './ecosystems/composer.ts';
import { dotnet } from './ecosystems/dotnet.ts';
import { go } from './ecosystems/go.ts';
import { gradle, maven } from './ecosystems/jvm.ts';
import { just } from './ecosystems/just.ts';
import { make } from './ecosystems/make.ts';
import { node } from './ecosystems/node.ts';
import { python } from './ecosystems/python.ts';
import { ruby } from './ecosystems/ruby.ts';
import { joined } from './evidence.ts';
import type { CheckKind, Doubt, Ecosystem, Found, Part, Project, ProjectFacts } from './project.ts';

/** A repository may be several of them, and each is checked in its own way. */
const LANGUAGES: readonly Ecosystem[] = [
  node,
  python,
  cargo,
  go,
  gradle,
  maven,
  dotnet,
  composer,
  ruby,
  cmake,
];

/** They mostly run what the languages say themselves: asked only for a kind of check that none of those has. */
const RUNNERS: readonly Ecosystem[] = [make, just];

const ALL = [...LANGUAGES, ...RUNNERS];

/** Every file that is read, from the root. */
export const READ_FILES: readonly string[] = [...new Set(ALL.flatMap(({ reads }) => reads))];

/** All that commands may fill, of which git is asked whether it ignores it; folders with a slash at their end. */
export const FILLED: readonly string[] = [...new Set(ALL.flatMap(({ fills }) => fills))];

/** What is cheap and says most about a mistake comes first. */
const ORDER: readonly CheckKind[] = ['build', 'types', 'lint', 'test'];

/** Finds out how a project is set up and checked, by reading alone. Never throws, and takes no text of the repository into a command. */
export function findProject(given: ProjectFacts): Project {
  const facts = { ...given, texts: new Map([...given.texts].map(([file, text]) => [file, asLines(text)])) };
  const parts = LANGUAGES.flatMap((each) => each.find(facts) ?? []);
  const known = joined(parts);
  const kinds = new Set((known.checks ?? []).map(({ kind }) => kind));
  const rest = joined(RUNNERS.flatMap((each) => each.find(facts) ?? []));
  const { setup = [], checks = [], doubts = [] } = joined([known, withoutKinds(rest, kinds)]);
  return {
    setup: oncePerCommand(setup),
    checks: oncePerCommand(ORDER.flatMap((kind) => checks.filter((check) => check.kind === kind))),
    looked: ALL.flatMap(({ reads, sees }) => [...reads, ...sees]).filter((file) => facts.files.has(file)),
    doubts: onceEach([...unreadable(facts), ...doubts]),
  };
}

/** Line ends and a mark of the encoding are no text. */
const asLines = (text: string | null): string | null =>
  text === null ? null : text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

function withoutKinds({ checks = [], doubts = [] }: Part, kinds: ReadonlySet<CheckKind>): Part {
  // A build is the least that can be asked for, and what it leaves nobody knows.
  const isTested = kinds.size > 0 || checks.some(({ kind }) => kind === 'test');
  const left = checks.filter(({ kind }) => !kinds.has(kind) && !(kind === 'build' && isTested));
  // Of a runner that is asked for nothing nobody wants to know what was left out.
  return { checks: left, doubts: kinds.size === 0 ? doubts : [] };
}

const oncePerCommand = <F extends Found>(all: readonly F[]): readonly F[] =>
  all.filter(({ run }, at) => all.findIndex((other) => other.run === run) === at);

const onceEach = (doubts: readonly Doubt[]): readonly Doubt[] => [
  ...new Map(doubts.map((doubt) => [JSON.stringify(doubt), doubt])).values(),
];

const unreadable = ({ files, texts }: ProjectFacts): readonly Doubt[] =>
  READ_FILES.filter((file) => files.has(file) && texts.get(file) === null).map((file) => ({
    doubt: 'unreadable',
    file,
    line: 1,
  }));
