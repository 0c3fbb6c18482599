import { build } from 'esbuild';
import { dirname, join } from 'node:path';

/** Bundles a file that exports `tests` into a CommonJS module with the `run()` that VS Code calls. */
export async function bundleTests(testFile: string, bundle: string): Promise<void> {
  await build({
    stdin: {
      contents: [
        `import { tests } from ${JSON.stringify(testFile)};`,
        `import { runNamedTests } from ${JSON.stringify(join(import.meta.dirname, 'runNamedTests.ts'))};`,
        'export const run = () => runNamedTests(tests);',
      ].join('\n'),
      resolveDir: dirname(testFile),
      loader: 'ts',
    },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    external: ['vscode'],
    logLevel: 'warning',
  });
}
