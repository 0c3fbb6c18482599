import type { Plugin } from 'esbuild';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAMESPACE = 'whole-zod';
const RESOLVED = Symbol('resolved');

/**
 * Makes `zod` and `zod/mini` two copies. Both are built on one core, of which a split bundle would keep in one file what either
 * uses: whoever reads a record, by `zod/mini`, would load what is only for the agents.
 */
export const wholeZod: Plugin = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve(
      { filter: /^zod(?:\/v4)?$/ },
      async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === RESOLVED) return null;
        const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: RESOLVED });
        return { path: found.path, namespace: NAMESPACE, sideEffects: false, errors: found.errors };
      },
    );
    build.onResolve({ filter: /^\./, namespace: NAMESPACE }, ({ path, importer }) => ({
      path: join(dirname(importer), path),
      namespace: NAMESPACE,
      sideEffects: false,
    }));
    build.onLoad({ filter: /$/, namespace: NAMESPACE }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'js',
    }));
  },
};
