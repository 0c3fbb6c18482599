import { firstOf, lineWith, textIn, where } from '../evidence.ts';
import type { CheckKind, Ecosystem, Found, ProjectFacts } from '../project.ts';

const FILE = 'Cargo.toml';
const LOCK = 'Cargo.lock';
const TARGET = 'target/';
const CLIPPY = ['clippy.toml', '.clippy.toml'];
const RUSTFMT = ['rustfmt.toml', '.rustfmt.toml'];

/** Cargo fetches what it needs by itself. */
export const cargo: Ecosystem = {
  reads: [FILE],
  sees: [LOCK, ...CLIPPY, ...RUSTFMT],
  fills: [TARGET],
  find(facts) {
    if (!facts.files.has(FILE)) return null;
    const text = textIn(facts, FILE);
    const how = [
      ...(lineWith(text, /^\s*\[workspace\]/) === null ? [] : ['--workspace']),
      ...(facts.files.has(LOCK) ? ['--locked'] : []),
    ];
    const at = (kind: CheckKind, words: readonly string[], file: string, line = 1): Found<CheckKind> => ({
      kind,
      run: ['cargo', ...words].join(' '),
      file,
      line,
      needs: 'cargo',
    });
    const { found, doubts } = where(facts, [TARGET], at('test', ['test', ...how], FILE));
    if (doubts.length > 0) return { doubts };
    const formats = firstOf(facts, RUSTFMT);
    const lints = clippyAt(facts);
    return {
      checks: [
        ...(formats === null ? [] : [at('lint', ['fmt', '--all', '--check'], formats)]),
        ...(lints === null ? [] : [at('lint', ['clippy', '--all-targets', ...how], ...lints)]),
        ...found,
      ],
    };
  },
};

/** Where a project says something about its lints: not every toolchain has clippy. */
function clippyAt(facts: ProjectFacts): readonly [file: string, line: number] | null {
  const file = firstOf(facts, CLIPPY);
  if (file !== null) return [file, 1];
  const line = lineWith(textIn(facts, FILE), /^\s*\[(?:workspace\.)?lints\.clippy\]/);
  return line === null ? null : [FILE, line];
}
