/** `npm run fuzz -- 100000`: every parser and the builder of arguments, with so many cases each. */
import { FUZZ } from './fuzz.ts';

const runs = Number(process.argv[2] ?? 100_000);
if (!Number.isSafeInteger(runs) || runs < 1) throw new Error('say how many cases: npm run fuzz -- 100000');
let failed = 0;
for (const [name, run] of Object.entries(FUZZ)) {
  const began = performance.now();
  try {
    await run(runs);
    console.log(`ok   ${name}: ${runs} cases in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error instanceof Error ? error.message : String(error)}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
