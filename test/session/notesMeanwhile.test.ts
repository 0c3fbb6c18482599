import { expect, test } from 'vitest';
import type { RepoPath } from '../../src/model/names/ids.ts';
import { statusPath } from '../../src/model/names/places.ts';
import { writeStatusFile } from '../../src/session/checkpoint/statusFile.ts';
import type { Drive } from '../../src/session/drive.ts';
import { exampleStatus } from '../model/exampleStatus.ts';
import { memoryFiles } from '../support/memoryFiles.ts';

const ROOT = '/work';
const { session } = exampleStatus;
const path: RepoPath = statusPath(session);

/** A drive whose lease is confirmed between the last look at STATUS.md and the write: there a person saves. */
function driveWhile(save: (n: number) => Promise<void>, files: ReturnType<typeof memoryFiles>): Drive {
  let n = 0;
  const confirm = (): Promise<void> => save((n += 1));
  return {
    world: { files },
    root: ROOT,
    session,
    lease: { confirm },
    checkout: { rendered: null, obstacles: [] },
  } as unknown as Drive;
}

const noted = async (files: ReturnType<typeof memoryFiles>, note: string): Promise<void> => {
  const text = Buffer.from((await files.read(ROOT, path)) ?? []).toString();
  await files.write(ROOT, path, `${text}${note}\n`);
};

test('a note that is saved while STATUS.md is rendered is in what is rendered', async () => {
  const files = memoryFiles();
  await writeStatusFile(
    driveWhile(async () => {}, files),
    exampleStatus,
  );
  const drive = driveWhile(async (n) => (n <= 3 ? noted(files, `note ${n}`) : undefined), files);
  await writeStatusFile(drive, { ...exampleStatus, seq: exampleStatus.seq + 1 });
  const text = Buffer.from((await files.read(ROOT, path)) ?? []).toString();
  expect(text).toMatch(/note 1\nnote 2\nnote 3\n$/);
  expect(text).toContain(`seq: ${exampleStatus.seq + 1}\n`);
});

test('who saves without end is not waited for', async () => {
  const files = memoryFiles();
  await writeStatusFile(
    driveWhile(async () => {}, files),
    exampleStatus,
  );
  const drive = driveWhile((n) => noted(files, `note ${n}`), files);
  await writeStatusFile(drive, { ...exampleStatus, seq: exampleStatus.seq + 1 });
  expect(Buffer.from((await files.read(ROOT, path)) ?? []).toString()).toContain('\nnote 1\n');
});
