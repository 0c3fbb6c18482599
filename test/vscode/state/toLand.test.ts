import { describe, expect, test } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { noticesBetween } from '../../../src/vscode/state/notices.ts';
import { isToLand, resultToLand } from '../../../src/vscode/state/toLand.ts';
import { landRows, topRows } from '../../../src/vscode/tree/sessionRows.ts';
import { ago, KEY, node, NOW, repositoryFolder, windowOf } from '../builders.ts';

const DONE = node('done');
const LANDED = node('done', { summary: { landed: true } });
const OLDER = node('done', { summary: { session: 'older' as SessionId, updated: ago(60) } });
const NOTHING = node('done', { status: { changedNothing: true } });

describe('a session that is done and not landed', () => {
  test('offers it in a row that is seen, and in its own', () => {
    expect(landRows(KEY, DONE).map(({ label, click, subject }) => [label, click, subject.kind])).toEqual([
      ['Land Session…', 'cairn.land', 'land'],
    ]);
    const [row] = topRows(windowOf(repositoryFolder([DONE])), NOW);
    expect([row?.open, row?.context]).toEqual(['expanded', expect.stringMatching(/^session to:land can:/)]);
  });

  test('offers it first where its end is told', () => {
    const [notice] = noticesBetween(
      windowOf(repositoryFolder([node('running')])),
      windowOf(repositoryFolder([DONE])),
    );
    expect(notice?.actions).toEqual([
      ['Land Session…', 'cairn.land'],
      ['Review Session', 'cairn.reviewSession'],
    ]);
  });

  test('can be landed again, which is not offered by itself', () => {
    expect(landRows(KEY, LANDED)).toEqual([]);
    const [row] = topRows(windowOf(repositoryFolder([LANDED])), NOW);
    expect([row?.open, row?.context]).toEqual([
      'collapsed',
      expect.stringMatching(/^session can:.*can:land/),
    ]);
  });
});

test.each([
  ['that was landed', LANDED],
  ['that changed nothing', NOTHING],
  ['that a newer Cairn wrote', node('done', { status: { readOnly: 'newer-schema' } })],
  ['whose branch is damaged', node('done', { summary: { problem: { warning: 'history', what: 'x' } } })],
  ['that cannot be read', { ...node('done', { status: null }), problem: 'STATUS.md is cut short.' }],
  ['that did nothing', node('done', { summary: { seq: 1 } })],
  ['that is not done', node('paused')],
  ['that was cancelled', node('cancelled')],
])('one %s is not to be landed', (_, of) => expect(isToLand(of)).toBe(false));

test.each([
  ['that ended last', [DONE, OLDER], DONE],
  ['that nobody has looked into', [node('done', { status: null })], expect.anything()],
  ['but not an older one', [LANDED, OLDER], null],
  [
    'but none while another is open',
    [DONE, node('paused', { summary: { session: 'x' as SessionId } })],
    null,
  ],
  ['but none that is on a remote only', [node('done', { summary: { remote: true } })], null],
])('the window names one %s', (_, nodes, found) => expect(resultToLand(nodes)).toEqual(found));
