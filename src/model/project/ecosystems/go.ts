import { firstOf } from '../evidence.ts';
import type { Ecosystem } from '../project.ts';

const FILE = 'go.mod';
const SUMS = 'go.sum';
const LINTS = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'];

/** `go vet` compiles all of it, tests too, and leaves no program in the tree as `go build` may. */
export const go: Ecosystem = {
  reads: [],
  sees: [FILE, SUMS, ...LINTS],
  fills: [],
  find(facts) {
    if (!facts.files.has(FILE)) return null;
    const lints = firstOf(facts, LINTS);
    return {
      setup: facts.files.has(SUMS)
        ? [{ kind: 'setup', run: 'go mod download', file: SUMS, line: 1, needs: 'go' }]
        : [],
      checks: [
        { kind: 'types', run: 'go vet ./...', file: FILE, line: 1, needs: 'go' },
        ...(lints === null
          ? []
          : [
              {
                kind: 'lint' as const,
                run: 'golangci-lint run',
                file: lints,
                line: 1,
                needs: 'golangci-lint',
              },
            ]),
        { kind: 'test', run: 'go test ./...', file: FILE, line: 1, needs: 'go' },
      ],
    };
  },
};
