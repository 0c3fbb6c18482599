import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PhaseId, RefName, SessionId } from '../../../src/model/names/ids.ts';
import * as places from '../../../src/model/names/places.ts';
import { checkRepoPath, whyNotPromised } from '../../../src/model/names/repoPath.ts';
import { anyPhaseId, anySessionId } from '../anyStatus.ts';
import { hostileText } from '../hostileText.ts';

const session = '20261120-add-login-7f3k' as SessionId;
const phase = 'plan' as PhaseId;
const folder = '.cairn/sessions/20261120-add-login-7f3k';

describe('places', () => {
  it('name a branch as git is told it, also one on a remote', () => {
    const refs = ['refs/heads/cairn/demo', 'refs/remotes/origin/cairn/demo'] as RefName[];
    expect(refs.map(places.branchNamed)).toEqual(['cairn/demo', 'origin/cairn/demo']);
  });
  it('are those of the format', () => {
    expect([
      places.workflowFilePath('feature'),
      places.sessionFolder(session),
      places.statusPath(session),
      places.requestPath(session),
      places.workflowPath(session),
      places.inputsPath(session),
      places.newestPacketPath(session),
      places.openingPacketPath(session),
      places.openingLedgerPath(session),
      places.effectsPath(session),
      places.phaseFolder(session, 2, phase),
      places.phaseFolder(session, 100, phase),
      places.packetPath(session, 2, phase),
      places.ledgerPath(session, 2, phase),
      places.recordPath(session, 2, phase),
      places.handoffPath(session, 2, phase),
      places.artifactPath(session, 2, phase, 'docs/plan.md'),
      places.artifactPath(session, 2, phase, '/src/login.ts'),
      places.branchRef('cairn/', session),
      places.branchRef('work/x/', session),
      places.rescueRef(session, 3),
      places.effectsRef(session),
      places.archiveRef(session),
    ]).toEqual([
      '.cairn/workflows/feature.yaml',
      folder,
      `${folder}/STATUS.md`,
      `${folder}/REQUEST.md`,
      `${folder}/workflow.yaml`,
      `${folder}/inputs.json`,
      `${folder}/PACKET.md`,
      `${folder}/00-opened/PACKET.md`,
      `${folder}/00-opened/LEDGER.md`,
      `${folder}/effects.json`,
      `${folder}/02-plan`,
      `${folder}/100-plan`,
      `${folder}/02-plan/PACKET.md`,
      `${folder}/02-plan/LEDGER.md`,
      `${folder}/02-plan/phase.json`,
      `${folder}/02-plan/HANDOFF.md`,
      `${folder}/02-plan/docs/plan.md`,
      'src/login.ts',
      `refs/heads/cairn/${session}`,
      `refs/heads/work/x/${session}`,
      `refs/cairn/${session}/rescue/3`,
      `refs/cairn/${session}/effects`,
      `refs/cairn/${session}/archive`,
    ]);
  });

  it('are names that git takes', () => {
    for (const [id] of fc.sample(fc.tuple(anySessionId), { numRuns: 20, seed: 7 })) {
      for (const ref of [
        places.branchRef('cairn/', id),
        places.rescueRef(id, 1),
        places.effectsRef(id),
        places.archiveRef(id),
      ]) {
        expect(() => execFileSync('git', ['check-ref-format', ref])).not.toThrow();
      }
    }
  });

  it("know the engine's own files at their places, and nothing else", () => {
    fc.assert(
      fc.property(anySessionId, fc.integer({ min: 1, max: 200 }), anyPhaseId, (id, number, name) => {
        const engine = [
          places.statusPath(id),
          places.requestPath(id),
          places.workflowPath(id),
          places.newestPacketPath(id),
          places.openingPacketPath(id),
          places.openingLedgerPath(id),
          places.effectsPath(id),
          places.packetPath(id, number, name),
          places.ledgerPath(id, number, name),
          places.recordPath(id, number, name),
        ];
        expect(engine.every((path) => places.isEngineFile(id, path))).toBe(true);
        const records = engine.filter((path) => places.isRecordFile(id, path));
        expect(records).toEqual([
          places.statusPath(id),
          places.newestPacketPath(id),
          places.openingPacketPath(id),
          places.openingLedgerPath(id),
          places.effectsPath(id),
          places.packetPath(id, number, name),
          places.ledgerPath(id, number, name),
          places.recordPath(id, number, name),
        ]);
      }),
    );
    const others = [
      'STATUS.md',
      `${folder}x/STATUS.md`,
      `${folder}/02-plan/plan.md`,
      `${folder}/02-plan/HANDOFF.md`,
      `${folder}/02-plan/sub/PACKET.md`,
      `${folder}/02-plan/PACKET.md/x`,
      `${folder}/notes/PACKET.md`,
      `${folder}/2-plan/PACKET.md`,
      `${folder}/02-plan/STATUS.md`,
      `${folder}/LEDGER.md`,
      `${folder}/02-plan/sub/LEDGER.md`,
      `${folder}/02-plan/round-0/LEDGER.md`,
      `${folder}/02-plan/round-1/PACKET.md`,
      folder,
      `${folder}/`,
      '',
    ];
    expect(
      others.filter((path) => places.isEngineFile(session, path) || places.isRecordFile(session, path)),
    ).toEqual([]);
  });
});

it('a ledger is known by its folder, that of an earlier round too', () => {
  expect(places.ledgerFolder(session, places.ledgerPath(session, 2, phase))).toBe('02-plan');
  expect(places.ledgerFolder(session, places.openingLedgerPath(session))).toBe('00-opened');
  expect(places.ledgerFolder(session, `${folder}/02-plan/round-2/LEDGER.md`)).toBe('02-plan/round-2');
  expect(places.isEngineFile(session, `${folder}/02-plan/round-2/LEDGER.md`)).toBe(true);
  expect(places.ledgerFolder(session, `${folder}/02-plan/PACKET.md`)).toBeNull();
});

describe('checkRepoPath', () => {
  it.each([
    'a',
    'src/a.ts',
    '.cairn/sessions/x/STATUS.md',
    'with space/ü.md',
    '.gitignore',
    '.github/x',
    'a..b',
    'x/git/y',
    'ab:c?*',
  ])('takes %s', (path) => {
    expect(checkRepoPath(path)).toEqual({ ok: true, value: path });
  });

  it.each([
    '',
    ' ',
    '/',
    '/a',
    '//a/b',
    'a/',
    'a//b',
    '.',
    './a',
    'a/.',
    '..',
    '../a',
    'a/../b',
    'a/.. /b',
    'a\\b',
    'C:a',
    'c:/a',
    '.git',
    '.GIT/x',
    'a/.git/x',
    '.git./x',
    'git~1/x',
    'a\0b',
    'a\nb',
    '.git::$INDEX_ALLOCATION/x',
  ])('refuses %j', (path) => {
    expect(checkRepoPath(path).ok).toBe(false);
  });

  it('never lets a path leave the repository, however it is joined', () => {
    const root = new URL('file:///repo/');
    fc.assert(
      fc.property(
        fc.oneof(
          hostileText,
          fc
            .array(fc.constantFrom('a', '..', '.', '/', '\\', '.git', 'C:', '.cairn', ' ', '%2e%2e'), {
              maxLength: 8,
            })
            .map((parts) => parts.join('')),
        ),
        (text) => {
          const read = checkRepoPath(text);
          if (!read.ok) return;
          expect(
            text
              .split('/')
              .every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git'),
          ).toBe(true);
          expect(
            new URL(text.split('/').map(encodeURIComponent).join('/'), root).pathname.startsWith('/repo/'),
          ).toBe(true);
          // What may be promised is a subset of what may be named.
          if (whyNotPromised(text) === null) expect(/[*?:"<>|]/.test(text)).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
