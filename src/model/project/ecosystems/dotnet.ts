import { joined, where } from '../evidence.ts';
import type { Ecosystem } from '../project.ts';

const SOLUTION = /\.slnx?$/;
const PROJECT = /\.(?:cs|fs|vb)proj$/;

/** One solution at the root, or else one project: `dotnet` takes it without its name. */
export const dotnet: Ecosystem = {
  reads: [],
  sees: [],
  fills: ['bin/', 'obj/'],
  find(facts) {
    const names = [...facts.files];
    const [pattern, file] = names.some((name) => SOLUTION.test(name))
      ? [SOLUTION, '*.sln']
      : [PROJECT, '*.csproj'];
    const many = names.filter((name) => pattern.test(name)).length;
    if (many === 0) return null;
    if (many > 1) return { doubts: [{ doubt: 'several', file, line: 1 }] };
    const at = { file, line: 1, needs: 'dotnet' };
    const test = where(facts, dotnet.fills, { kind: 'test' as const, run: 'dotnet test', ...at });
    if (test.doubts.length > 0) return { doubts: test.doubts };
    return joined([{ setup: [{ kind: 'setup', run: 'dotnet restore', ...at }] }, { checks: test.found }]);
  },
};
