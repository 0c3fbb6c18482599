import { installChromium } from './installChromium.ts';
import { installCodeServer } from './installCodeServer.ts';

/** Before the first test, where no test's time limit runs: both may take a minute on a machine that never ran them. */
export default async function prepareMachine(): Promise<void> {
  await installChromium();
  await installCodeServer();
}
