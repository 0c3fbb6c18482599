/** `npm start`: builds Cairn and shows one whole session in this terminal, on a sample made for it. */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { bundle } from './bundle.ts';
import { runTour } from './tour.ts';

const dist = resolve('dist');
await bundle(dist);

const scratch = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-tour-'));
const folder = join(scratch, 'footpath');
try {
  runTour({ cli: join(dist, 'cli.cjs'), sample: resolve('examples/tour/repository'), folder });
  const next = [
    ['See the same session in VS Code', `npm run vscode -- ${folder}`],
    ['Look around in it', `cd ${folder}   (its branch: cairn/failing-test)`],
    ['Remove it all', `rm -r ${scratch}`],
  ] as const;
  for (const [title, line] of next) console.log(`${styleText('bold', title)}\n  ${line}`);
} catch (error) {
  console.error(styleText('red', error instanceof Error ? error.message : String(error)));
  console.error(`The sample is left as it is: ${folder}`);
  process.exitCode = 1;
}
