import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '../../src/cli/output/diffLines.ts';
import { diffBytes, unifiedDiff, type Side } from '../../src/cli/output/unifiedDiff.ts';
import { gitRepo } from '../support/gitRepo.ts';

const side = (text: string | Uint8Array, mode = '100644'): Side => ({
  bytes: Buffer.from(text as string),
  mode,
});

/** Few different lines, so that much is shared; with and without a newline at the end. */
const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd\r', 'ä')).map((lines) => lines.join('\n'));

test('the runs of a diff lead from one text to the other and are as few edits as there can be', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const runs = diffLines(before, after);
      const rebuilt = runs.flatMap(({ kind, from, to }) =>
        kind === 'removed' ? [] : (kind === 'added' ? after : before).slice(from, to),
      );
      const kept = runs.flatMap(({ kind, from, to }) => (kind === 'added' ? [] : before.slice(from, to)));
      expect(rebuilt).toEqual(after);
      expect(kept).toEqual(before);
      const shared = runs.reduce((sum, { kind, from, to }) => sum + (kind === 'same' ? to - from : 0), 0);
      expect(shared).toBe(longestShared(before, after));
    }),
  );
});

test('texts that share next to nothing are told in time', () => {
  const before = Array.from({ length: 20_000 }, (_, n) => `before ${n}`);
  const after = Array.from({ length: 20_000 }, (_, n) => `after ${n}`);
  expect(diffLines(before, after)).toEqual([
    { kind: 'removed', from: 0, to: 20_000 },
    { kind: 'added', from: 0, to: 20_000 },
  ]);
});

test('git applies every diff and makes the very bytes of the other side', async () => {
  const repo = await gitRepo({ 'keep.txt': 'x\n' });
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      fc.pre(before !== after && before !== '' && after !== '');
      await repo.write('file.txt', before);
      await repo.gitWithInput(
        diffBytes(unifiedDiff('file.txt', side(before), side(after))),
        'apply',
        '--whitespace=nowarn',
      );
      expect(await repo.read('file.txt')).toBe(after);
    }),
    { numRuns: 40 },
  );
});

test('the diff of odd names, new, deleted, executable and binary files is what git itself prints', async () => {
  const repo = await gitRepo({
    'old.txt': 'one\ntwo\n',
    'a b.txt': 'x\n',
    'ä"\\\n.txt': 'x\n',
    'run.sh': 'echo\n',
    'data.bin': Uint8Array.of(0, 1),
    'same tail.txt': '1\n2\n3\n4\n5\n6\n7\n8\n9',
  });
  await repo.remove('old.txt');
  await repo.write('a b.txt', 'y\n');
  await repo.write('ä"\\\n.txt', 'y\n');
  await repo.write('run.sh', 'echo\n', 0o755);
  await repo.write('new.txt', 'three', 0o755);
  await repo.write('data.bin', Uint8Array.of(0, 2));
  await repo.write('same tail.txt', '1\n2\n3\n4\n5\n6\n7\n8\n9\n');
  await repo.git('add', '-A');
  const git = (await repo.git('diff', '--cached', '--no-renames'))
    .split('\n')
    .filter((line) => !line.startsWith('index '))
    .join('\n');
  const ours = [
    unifiedDiff('a b.txt', side('x\n'), side('y\n')),
    unifiedDiff('data.bin', side(Uint8Array.of(0, 1)), side(Uint8Array.of(0, 2))),
    unifiedDiff('new.txt', null, side('three', '100755')),
    unifiedDiff('old.txt', side('one\ntwo\n'), null),
    unifiedDiff('run.sh', side('echo\n'), side('echo\n', '100755')),
    unifiedDiff('same tail.txt', side('1\n2\n3\n4\n5\n6\n7\n8\n9'), side('1\n2\n3\n4\n5\n6\n7\n8\n9\n')),
    unifiedDiff('ä"\\\n.txt', side('x\n'), side('y\n')),
  ];
  // After `@@` git repeats the heading line of the function, which is for people only.
  expect(ours.join('').trimEnd()).toBe(git.replace(/^(@@ .* @@).*$/gm, '$1'));
});

function longestShared(a: readonly string[], b: readonly string[]): number {
  const best = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      best[i]![j] =
        a[i - 1] === b[j - 1] ? best[i - 1]![j - 1]! + 1 : Math.max(best[i - 1]![j]!, best[i]![j - 1]!);
    }
  }
  return best[a.length]![b.length]!;
}
