import { dirname, join } from 'node:path';
import { readFile, realpath } from '../host/disk.ts';
import * as z from 'zod';
import { parseJson } from '../base/json.ts';
import type { Environment } from '../host/searchPath.ts';
import { findProgram } from './findProgram.ts';
import { programVersion } from './programVersion.ts';

/** Where an adapter finds the agent behind it. */
export interface Carried {
  /** A variable that names another program. */
  readonly variable: string;
  /** The npm package that comes with the adapter, and the key in its `package.json` for the agent's version. */
  readonly package: string;
  readonly key: string;
  /** The program to look for otherwise. */
  readonly program: string;
}

/** The version of the agent that an adapter starts; null if unknown. The adapter itself reports only its own. */
export async function carriedVersion(
  { variable, package: name, key, program }: Carried,
  adapter: string,
  env: Environment,
): Promise<string | null> {
  const named = env[variable];
  if (named !== undefined && named !== '') return programVersion(named, env);
  const found = await versionNear(adapter, name, key);
  if (found !== null) return found;
  const installed = findProgram(program, env, null);
  return installed === null ? null : programVersion(installed, env);
}

/** Looks where Node would resolve the package: in the nearest `node_modules` above that has it. */
async function versionNear(adapter: string, name: string, key: string): Promise<string | null> {
  const start = await realpath(adapter).catch(() => adapter);
  for (let folder = dirname(start); ; folder = dirname(folder)) {
    const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8').catch(() => null);
    if (text !== null) return said(text, key);
    if (dirname(folder) === folder) return null;
  }
}

const said = (text: string, key: string): string | null =>
  z.looseObject({ [key]: z.string().min(1).max(100) }).safeParse(parseJson(text)).data?.[key] ?? null;
