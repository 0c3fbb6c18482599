import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Import {
  /** By path from the root of the repository. */
  readonly to: string;
  /** Nothing of it is there when the program runs. */
  readonly isType: boolean;
  /** By `import()`: it is loaded when it comes to that. */
  readonly isLater: boolean;
}

const STATEMENT = /(?:^(?:import|export)\s+(type\s)?[^;']*?from\s*|\b(import\()\s*|^import\s+)'(\.[^']+)'/gm;

/** Every file of `src` with what it imports of `src`, and its text. */
export const files: ReadonlyMap<string, { readonly text: string; readonly imports: readonly Import[] }> =
  new Map(
    globSync('src/**/*.ts').map((found) => {
      const file = found.replaceAll('\\', '/');
      const text = readFileSync(file, 'utf8');
      const imports = [...text.matchAll(STATEMENT)].map(([, type, later, path = '']): Import => ({
        to: join(dirname(file), path).replaceAll('\\', '/'),
        isType: type !== undefined,
        isLater: later !== undefined,
      }));
      return [file, { text, imports }] as const;
    }),
  );
