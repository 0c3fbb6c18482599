import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { OPERATORS, type Operator } from '../../src/model/graph/condition.ts';
import { decideCondition } from '../../src/model/graph/decideCondition.ts';
import { readFileValue } from '../../src/model/graph/readFileValue.ts';
import { sameValue } from '../../src/model/graph/values.ts';
import { valueAt } from '../../src/model/graph/valueAt.ts';
import { replan } from '../../src/model/items/expandWorkflow.ts';
import type { Expansion } from '../../src/model/items/item.ts';
import { parseItems, renderItems } from '../../src/model/items/itemsRecord.ts';
import { itemTexts } from '../../src/model/items/itemTexts.ts';
import { readLists } from '../../src/model/items/readLists.ts';
import { unfitExpansion } from '../../src/model/items/unfitExpansion.ts';
import { foldLedgers } from '../../src/model/ledger/foldLedgers.ts';
import { glanceLedger, parseLedger } from '../../src/model/ledger/parseLedger.ts';
import { renderLedger } from '../../src/model/ledger/renderLedger.ts';
import { LIMIT_NAMES } from '../../src/model/limits/limitNames.ts';
import { readReached, renderReached } from '../../src/model/limits/readReached.ts';
import { limitAnswers, raisedBy, sayReached } from '../../src/model/limits/sayLimit.ts';
import type { PhaseId, SessionId } from '../../src/model/names/ids.ts';
import { PHASE_ID } from '../../src/model/text/words.ts';
import { hostileText, damaged } from '../model/hostileText.ts';
import { ledgerOf } from '../model/ledger/anyLedger.ts';
import { workflowOf } from '../model/workflowOf.ts';
import { fuzz, fuzzWith, must, mustReturn, type Fuzz } from './fuzzText.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A workflow in which `build` and `test` are repeated, and what the first of them asks of an item. */
const WORKFLOW = workflowOf(
  [
    { id: 'plan', artifacts: ['tasks.json', 'more.json'] },
    {
      id: 'build',
      needs: ['plan'],
      title: 'Build {{ item.title }}',
      forEach: { file: 'plan/tasks.json', at: '/tasks' },
    },
    {
      id: 'test',
      needs: ['build'],
      forEach: { file: 'plan/more.json' },
      when: { file: 'build-a/x.json', exists: true },
    },
    { id: 'verify', needs: ['test'] },
  ].map(({ when: _none, ...phase }) => phase),
  { inputs: {} },
);
const ITEMS: readonly Expansion[] = [
  {
    template: 'build' as PhaseId,
    items: [
      { phase: 'build-api' as PhaseId, id: 'API', needs: [], value: { id: 'API', title: 'the API' } },
      { phase: 'build-page' as PhaseId, id: null, needs: ['build-api' as PhaseId], value: ['x', null, 1e3] },
    ],
  },
  { template: 'test' as PhaseId, items: [] },
];

/** A record that fits makes a workflow whose phases all have names of their own, and needs that are there. */
function mustExpand(expansions: readonly Expansion[]): void {
  const { phases } = replan(WORKFLOW, { workflow: WORKFLOW, expansions });
  const ids = new Set(phases.map(({ id }) => id));
  must(ids.size === phases.length && [...ids].every((id) => PHASE_ID.test(id)), [...ids]);
  for (const phase of phases) {
    must(
      phase.needs.every((need) => ids.has(need)),
      phase,
    );
    itemTexts(phase);
  }
}

function items(text: string): void {
  const read = mustReturn(text, (one) => parseItems('items.json', one), renderItems);
  if (read !== null && unfitExpansion({ phases: WORKFLOW.written }, read) === null) mustExpand(read);
}

/** Items as agents write them: ids that look alike once they are made fit, needs that are none, values of any kind. */
const anyId = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      '\u001b[31m\u009b',
      'y'.repeat(2000),
      'a',
      'A',
      'á',
      'b',
      'c',
      1,
      'verify',
      '-',
      '日本',
      'x'.repeat(60),
      '__proto__',
    ),
  },
  { weight: 1, arbitrary: hostileText },
);
const anyItem = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record(
      { id: anyId, title: hostileText, needs: fc.array(anyId, { maxLength: 1 }) },
      { requiredKeys: ['title'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ id: fc.jsonValue(), title: fc.jsonValue(), needs: fc.jsonValue() }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const fuzzLists: Fuzz = fuzzWith(fc.array(anyItem, { maxLength: 4 }), (tasks) => {
  const file = readFileValue('tasks.json', Buffer.from(JSON.stringify({ tasks })));
  const build = WORKFLOW.phases.find(({ id }) => id === 'build')!;
  const session = { workflow: WORKFLOW, expansions: [], request: 'x', inputs: new Map() };
  const read = readLists(session, [build], () => file, sha256)(build);
  if (!read.ok)
    return must(
      read.error.length > 0 && read.error.every((why) => !/\p{Cc}/u.test(why) && why.length <= 300),
      read.error,
    );
  const expansions = [{ template: build.id, items: read.value }];
  must(unfitExpansion({ phases: WORKFLOW.written }, expansions) === null, tasks);
  const again = parseItems('items.json', renderItems(expansions));
  must(again.ok && isDeepStrictEqual(again.value, expansions), tasks);
  mustExpand(expansions);
});

const SESSION = 'demo' as SessionId;
const LEDGER = renderLedger(
  ledgerOf(
    'plan',
    3,
    [
      { section: 'Decisions', text: 'bcrypt\nbecause of X' },
      { section: 'Open questions', text: '[x] Which port? 80' },
      { section: 'Open questions', text: 'who?' },
    ],
    { removed: [{ section: 'Decisions', text: 'md5' }] },
  ),
);

function ledger(text: string): void {
  glanceLedger(text);
  const read = mustReturn(text, (one) => parseLedger('LEDGER.md', one), renderLedger);
  if (read === null) return;
  const folded = foldLedgers(SESSION, [
    { folder: '02-plan', ledger: read },
    {
      folder: '02-plan/round-1',
      ledger: { ...read, items: read.items.map((item) => ({ ...item, text: `${item.text} anew` })) },
    },
  ]);
  must(new Set(folded.map(({ id }) => id)).size === folded.length, text);
}

const JSON_TEXT = '{"ok": true, "count": -3.5e2, "list": [null, "a", {"b/~c": [1]}], "": {}}';
const YAML_TEXT =
  'ok: true\ncount: -3.5\nlist:\n  - ~\n  - a\n  - { "b/~c": [1] }\ntext: |\n  two\n  lines\n';
const AT = fc.oneof(
  fc.constantFrom(
    '',
    '/',
    '/ok',
    '/count',
    '/list/2/b~1~0c/0',
    '/list/-',
    '/__proto__',
    '/list/length',
    '/constructor',
    '/text/length',
  ),
  hostileText.map((text) => `/${text}`),
);
const TO = fc.oneof(fc.jsonValue(), fc.constantFrom(true, false, null, 0, -350, '', 'a'));

/** A value that was read is JSON, and conditions decide about it alike however often they are asked. */
function value(path: string, bytes: Uint8Array, at: string, to: unknown): void {
  const read = readFileValue(path, bytes);
  must(isDeepStrictEqual(readFileValue(path, bytes), read), path);
  if (read.kind === 'unreadable')
    must(read.why !== '' && !/\p{Cc}/u.test(read.why) && read.why.length <= 200, read);
  if (read.kind === 'value') {
    const again = readFileValue('a.json', Buffer.from(JSON.stringify(read.value)));
    // A value with what its file needs to say it once more may be too long.
    must(again.kind === 'value' ? sameValue(again.value, read.value) : bytes.length > 100_000, read);
  }
  const is = (operator: Operator, than: unknown): string =>
    decideCondition({ file: path, at, operator, to: than }, () => read).is;
  for (const operator of OPERATORS) is(operator, to);
  if (read.kind === 'unreadable') return;
  must((is('exists', true) === 'met') !== (is('exists', false) === 'met'), [path, at]);
  const isThere = read.kind === 'value' && valueAt(read.value, at) !== undefined;
  // Nothing but what the text itself has.
  const step = at.slice(at.lastIndexOf('/') + 1);
  must(!isThere || !/^(?:__proto__|length|constructor)$/.test(step) || Buffer.from(bytes).includes(step), [
    path,
    at,
  ]);
  must(isThere === (is('exists', true) === 'met'), [path, at]);
  must(!isThere || (is('is', to) === 'met') !== (is('not', to) === 'met'), [path, at, to]);
}

/** What YAML has and JSON has not, and what looks like something else. */
const ODD = [
  'a: .inf',
  'a: [.nan, -0]',
  'a: !!binary aGk=',
  'a: !!set {b}',
  'a: !!js/function f',
  'a: &x [*x]',
  'a: &x 1\nb: *x',
  '<<: {a: 1}\na: 2',
  '? [a]\n: b',
  'a: 2001-01-01\nb: 1_000\nc: 0o17\nd: no',
  'a: 1\n"a": 2',
  '---\n---\n',
  `${'['.repeat(70)}${']'.repeat(70)}`,
  '{"a": 1e999}',
  'a: |\0',
  'a: \u001b]0;x\u0007',
  `a: !${'x'.repeat(400)}`,
  `{"${'k'.repeat(400)}": 1, "${'k'.repeat(400)}": 2}`,
];

const valuesOf = (path: string, whole: string): Fuzz =>
  fuzzWith(
    fc.tuple(
      fc.oneof(
        hostileText,
        damaged(whole),
        fc.constantFrom(...ODD),
        fc.constantFrom(...ODD).map((odd) => `---\n${odd}\n---\n`),
      ),
      AT,
      TO,
    ),
    ([text, at, to]) => value(path, Buffer.from(text), at, to),
  );

/** What people choose of the answers to a limit raises it beyond what was used. */
const fuzzLimits: Fuzz = fuzzWith(
  fc.record({
    limit: fc.constantFrom(...LIMIT_NAMES),
    most: fc.oneof(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.double({ min: 1e-6, max: 1e6, noNaN: true })),
    over: fc.double({ min: 1, max: 3, noNaN: true }),
    said: fc.oneof(hostileText, fc.constantFrom('9'.repeat(400), '1h', '0.5 usd', '7 tokens', '0')),
  }),
  ({ limit, most: written, over, said }) => {
    const most = limit === 'cost' ? written : Math.ceil(written);
    const reached = { limit, of: null, used: most * over, most };
    sayReached(reached);
    must(isDeepStrictEqual(readReached(renderReached(reached)), reached), reached);
    readReached(said);
    for (const answer of limitAnswers(reached).slice(0, -1)) {
      const to = raisedBy(limit, answer);
      must(answer === 'go on without' ? to === null : typeof to === 'number' && to > reached.used, [
        reached,
        answer,
        to,
      ]);
    }
    for (const text of [said, `raise to ${said}`]) {
      const told = raisedBy(limit, text);
      must(told === undefined || told === null || (Number.isFinite(told) && told > 0), [text, told]);
    }
  },
);

/** What a session with conditions, rounds, items and limits reads besides. */
export const fuzzGraph: Readonly<Record<string, Fuzz>> = {
  'items.json': fuzz(renderItems(ITEMS), items),
  'a list of items': fuzzLists,
  'LEDGER.md': fuzz(LEDGER, ledger),
  'a value of JSON': valuesOf('plan/a.json', JSON_TEXT),
  'a value of YAML': valuesOf('plan/a.yaml', YAML_TEXT),
  'a value of front matter': valuesOf('plan/a.md', `---\n${YAML_TEXT}---\n# Text\n`),
  'bytes that are no text': fuzzWith(
    fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('json', 'yaml', 'md', 'txt')),
    ([bytes, ending]) => value(`a.${ending}`, bytes, '', null),
  ),
  'the answers to a limit': fuzzLimits,
};
