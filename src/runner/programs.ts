import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bundled programs lie side by side in `dist/`; from source each is its own file, which Node 24 runs as it is. */
const here = fileURLToPath(import.meta.url);
const bundled = here.endsWith('.cjs');
const beside = (bundle: string, source: string): string => join(dirname(here), bundled ? bundle : source);

/** The program that drives a session. */
export const runnerProgram = beside('runner.cjs', 'main.ts');
/** The command line. */
export const cliProgram = beside('cli.cjs', '../cli/main.ts');
/** The program that ends a process group when its pipe closes. */
export const supervisorProgram = beside('supervisor.cjs', '../process/supervisor.ts');
/** The program that starts gits for an engine. */
export const forkServerProgram = beside('forkServer.cjs', '../git/forkServer/server.ts');
/** What is large and loaded on first use only. */
export const tokenizerModule = beside('tokenizer.cjs', '../bundles/tokenizer.ts');
export const secretRulesModule = beside('secretRules.cjs', '../bundles/secretRules.ts');
export const shellParserModule = beside('shellParser.cjs', '../bundles/shellParser.ts');
