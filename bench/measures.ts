/** A program of its own: measures the engine, named by its argument, and prints the rows as JSON (`shipped.ts`). */
import { measureCheckpoint, measureIgnored } from './checkpoint.ts';
import { measureList, measureResume } from './decisions.ts';
import { measureGraph } from './graph.ts';
import { measureGrowth } from './growth.ts';
import { measureHandedOn } from './handedOn.ts';
import { measureOverhead } from './overhead.ts';
import type { BenchRow } from './row.ts';
import { measureSecondLook } from './secondLook.ts';
import { measureSlot } from './slots.ts';
import { measureWaves } from './waves.ts';

const MEASURES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  checkpoint: measureCheckpoint,
  ignored: measureIgnored,
  resume: measureResume,
  list: measureList,
  'second-look': measureSecondLook,
  overhead: measureOverhead,
  waves: measureWaves,
  slot: measureSlot,
  graph: measureGraph,
  'handed-on': measureHandedOn,
  growth: measureGrowth,
};

const measure = MEASURES[process.argv[2] ?? ''];
if (measure === undefined) throw new Error(`say one of ${Object.keys(MEASURES).join(', ')}`);
void measure().then((rows) => process.stdout.write(JSON.stringify(rows)));
