/** The debugger or the coverage tool of this process. */
const OF_THIS_ALONE = [
  'NODE_OPTIONS',
  'NODE_V8_COVERAGE',
  'ELECTRON_RUN_AS_NODE',
  'VSCODE_INSPECTOR_OPTIONS',
];

/** For another program of ours, which `process.execPath` runs: a Node, or an Electron that is to be one. */
export function nodeEnvironment(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !OF_THIS_ALONE.includes(name)),
  );
  return process.versions['electron'] === undefined ? env : { ...env, ELECTRON_RUN_AS_NODE: '1' };
}
