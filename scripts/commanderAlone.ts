import type { Plugin } from 'esbuild';
import { readFileSync } from 'node:fs';

const LOADS = "require('node:child_process')";

/** Commander starts programs for commands that are files of their own. None of ours is, and to load what starts one takes a help 4 ms. */
export const commanderAlone: Plugin = {
  name: 'commander-alone',
  setup(build) {
    build.onLoad({ filter: /[\\/]commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes(LOADS)) throw new Error(`commander no longer says ${LOADS}`);
      return { contents: text.replace(LOADS, '{}'), loader: 'js' };
    });
  },
};
