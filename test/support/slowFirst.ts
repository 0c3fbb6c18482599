import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SHARED } from './sharedProcess.ts';

/**
 * What takes longest, below `test/`, roughly the longest first, and no two soaks side by side. Begun last, such a file keeps one
 * core at work while the others have nothing left to do; vitest knows no times in a fresh clone and begins with the largest
 * files, and the soaks are the smallest.
 */
export const SLOWEST: readonly string[] = [
  'soak/kills.test.ts',
  'recovery/crashMatrix.test.ts',
  'failures/crashes.test.ts',
  'soak/owners.test.ts',
  'recovery/crashRestore.test.ts',
  'agents/realTrouble.test.ts',
  'agents/realSession.test.ts',
  'failures/secondLook.test.ts',
  'failures/copiedRepository.test.ts',
  'session/badAgents.test.ts',
  'cli/effects.test.ts',
  'git/packs.test.ts',
  'git/changeTimes.test.ts',
];

const TURNS: readonly string[] = ['alone', ...Object.keys(SHARED), 'twins', 'pure'];

/** Files with a process of their own, then those that share one, each in the order of {@link SLOWEST}; values last. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const at = SLOWEST.indexOf(
        relative('test', relative(project.config.root, moduleId)).replaceAll('\\', '/'),
      );
      const turn = TURNS.indexOf(project.name);
      return turn * SLOWEST.length * 2 + (at === -1 ? SLOWEST.length : at);
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
