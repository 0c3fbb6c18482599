import type { ShippedName } from '../../src/model/workflow/shipped/shipped.ts';

/** What an agent of the tests does in each phase of an example, as parts of a shell script. */
export interface ExamplePlay {
  /** The file in `examples/workflows/`, without `.yaml`. */
  readonly file?: string;
  /** Or one that comes with Cairn. */
  readonly shipped?: ShippedName;
  readonly parts: Readonly<Record<string, string>>;
  /** What a person writes into the folder of a phase that is theirs to do, by file. */
  readonly byHand?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Deaths in it are played by the thorough tests alone. */
  readonly diesLater?: true;
  /** Kinds of the checkpoints with their phases, undisturbed and approved whenever it waits. */
  readonly log: readonly string[];
}

/** `page <file> <heading>…`: a document of the phase in which each heading has something below it. */
const PAGE = `page() {
  file="$CAIRN_PHASE_DIR/$1"; shift; : > "$file"
  for heading in "$@"; do
    printf '# %s\\n\\n%s has more to say about it than fits in one line, so it takes two of them,\\nand here is the second one, which is about as long as the one before it was.\\n\\n' "$heading" "$CAIRN_PHASE" >> "$file"
  done
}
work() { [ -d src ] || mkdir src; echo "$CAIRN_PHASE in round $CAIRN_ROUND" >> "src/$CAIRN_PHASE.txt"; }
`;
/** Parts of a shell script that may use the words above. */
export const withWords = (of: Readonly<Record<string, string>>): ExamplePlay['parts'] =>
  Object.fromEntries(Object.entries(of).map(([phase, script]) => [phase, `${PAGE}${script}`]));

/** Writes a JSON file of the phase. */
export const json = (name: string, value: unknown): string =>
  `cat > "$CAIRN_PHASE_DIR/${name}" <<'EOF'\n${JSON.stringify(value)}\nEOF`;

/** Approved in the second round. */
const VERDICT = `if [ "$CAIRN_ROUND" -ge 2 ]; then
  echo '{"approved": true, "findings": []}' > "$CAIRN_PHASE_DIR/verdict.json"
else
  echo '{"approved": false, "findings": [{"file": "src/work", "what": "no test"}]}' > "$CAIRN_PHASE_DIR/verdict.json"
  printf '## Constraints\\n- Every change has a test.\\n' > "$CAIRN_PHASE_DIR/HANDOFF.md"
fi`;

const triaged = (found: object, log: readonly string[]): ExamplePlay => ({
  file: 'triage',
  parts: withWords({
    triage: json('triage.json', { ...found, because: 'It says so itself.' }),
    default: 'work; page summary.md Summary',
    review: 'page review.md Evidence Risks',
    announce: 'page note.md Note',
  }),
  log: ['opened', 'phase triage', ...log],
});
const TASKS = [
  { id: 'Form', title: 'the form', description: 'Build the form.', needs: ['model'] },
  { id: 'model', title: 'the model', description: 'Build the model.' },
  { id: 'page', title: 'the page', description: 'Build the page.', needs: ['Form', 'model'] },
];

export const PLAYS: Readonly<Record<string, ExamplePlay>> = {
  bugfix: {
    file: 'bugfix',
    parts: withWords({
      reproduce: 'work; touch src/fails; page reproduction.md "How to see it" Expected Suspects',
      fix: 'work; rm src/fails; page summary.md Cause Change',
      verify: 'page report.md Evidence Risks',
    }),
    diesLater: true,
    log: ['opened', 'phase reproduce', 'phase fix', 'waiting verify', 'approval verify'],
  },
  manual: {
    file: 'manual',
    parts: {},
    byHand: {
      think: { 'notes.md': '# Decisions\n- a form\n\n# Open questions\n- which one?\n' },
      build: { 'summary.md': 'The form is there.\n' },
      review: { 'review.md': '# Findings\n- none that matters\n' },
    },
    diesLater: true,
    log: [
      'opened',
      'waiting think',
      'phase think',
      'waiting build',
      'phase build',
      'waiting review',
      'waiting review',
      'approval review',
    ],
  },
  'fan-out': {
    file: 'fan-out',
    parts: withWords({
      contract: 'page contract.md Promises Errors',
      server: 'work; page summary.md Summary',
      client: 'work; page summary.md Summary',
      guide: 'page guide.md Guide "What it is for"',
      integrate: 'work; page report.md Settled "Left for later"',
    }),
    log: [
      'opened',
      'waiting contract',
      'approval contract',
      'phase server',
      'phase client',
      'phase guide',
      'phase integrate',
    ],
  },
  'triage of a bug': triaged({ kind: 'bug', severity: 2, docs: true }, [
    'phase fix',
    'skipped build',
    'skipped review',
    'phase announce',
  ]),
  'triage of a feature': triaged({ kind: 'feature', severity: 1, docs: false }, [
    'skipped fix',
    'phase build',
    'waiting review',
    'approval review',
    'skipped announce',
  ]),
  'triage of nothing': triaged({ kind: 'nothing', severity: 1, docs: true }, []),
  'review-loop': {
    file: 'review-loop',
    parts: withWords({ implement: 'work; page summary.md Summary', review: VERDICT }),
    log: [
      'opened',
      'phase implement',
      'round review',
      'phase implement',
      'waiting review',
      'approval review',
    ],
  },
  items: {
    file: 'items',
    parts: withWords({
      plan: json('tasks.json', { tasks: TASKS }),
      default: 'work; page summary.md Summary',
      verify: 'page report.md Evidence "Left for later"',
    }),
    log: [
      'opened',
      'waiting plan',
      'approval plan',
      'plan plan',
      'phase build-model',
      'phase build-form',
      'phase build-page',
      'phase verify',
    ],
  },
};
