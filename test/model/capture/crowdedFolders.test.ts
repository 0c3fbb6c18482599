import { expect, test } from 'vitest';
import { crowdedFolders } from '../../../src/model/capture/crowdedFolders.ts';
import type { RepoPath } from '../../../src/model/names/ids.ts';
import type { CaptureCandidate } from '../../../src/model/capture/planCapture.ts';

const files = (folder: string, many: number, spread = 1, tracked = false): CaptureCandidate[] =>
  Array.from({ length: many }, (_value, at) => ({
    path: `${folder}${spread === 1 ? '' : `${at % spread}/`}${at}` as RepoPath,
    change: tracked ? 'modified' : 'added',
    kind: 'file',
    bytes: 1,
    tracked,
  }));
const found = (...candidates: CaptureCandidate[][]): readonly string[] =>
  crowdedFolders(candidates.flat()).map(({ files: many, ignore }) => `${many} ${ignore}`);

test.each([
  ['2,000 are not many yet', [files('a/', 2000)], []],
  ['one more is', [files('a/', 2001)], ['2001 /a/']],
  ['however they are spread below it', [files('node_modules/', 10_000, 500)], ['10000 /node_modules/']],
  [
    'where a new project brings them along, the folder is named and not the project',
    [files('web/src/', 30), files('web/node_modules/', 5000, 100)],
    ['5000 /web/node_modules/'],
  ],
  [
    'a folder that a tool fills is named whole',
    [files('node_modules/.pnpm/', 5000)],
    ['5000 /node_modules/'],
  ],
  [
    'two of them are two',
    [files('a/node_modules/', 3000), files('b/node_modules/', 3000), files('b/x/', 2500)],
    ['3000 /a/node_modules/', '3000 /b/node_modules/', '2500 /b/x/'],
  ],
  ['files at the root have no folder', [files('', 5000)], []],
  ['what is tracked is not counted', [files('a/', 5000, 1, true)], []],
  ['what a pattern would read otherwise is escaped', [files('a*[b]?/', 2001)], ['2001 /a\\*\\[b]\\?/']],
])('%s', (_what, candidates, expected) => expect(found(...candidates)).toEqual(expected));
