import { Session } from 'node:inspector/promises';

/** In what vitest puts around every export. */
const OF_VITEST = 'catch {}';

/**
 * What of a module nothing goes through, as V8 counts its blocks: branches of `if`, `switch`, `?:`, `&&`, `||` and `??`.
 *
 * @param ending how the file's name ends
 * @param work imports the module anew, since V8 counts only in what it has not compiled yet, and uses it
 * @returns the source of each part that was never reached
 */
export async function uncoveredBranches(
  ending: string,
  work: () => Promise<void>,
): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Debugger.enable');
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    // The newest: the one that was imported anew.
    const script = result.findLast(({ url }) => url.endsWith(ending));
    if (script === undefined) throw new Error(`${ending} was not loaded`);
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId: script.scriptId });
    return script.functions
      .flatMap(({ ranges }) => ranges.filter(({ count }) => count === 0))
      .map(({ startOffset, endOffset }) => scriptSource.slice(startOffset, endOffset).trim())
      .filter((text) => text !== '' && text !== OF_VITEST);
  } finally {
    session.disconnect();
  }
}
