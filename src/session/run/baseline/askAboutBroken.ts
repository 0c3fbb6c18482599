import { askBeforehand } from '../../../model/gate/askAboutRed.ts';
import { commandKey } from '../../../model/gate/before.ts';
import { checksBefore } from '../../../model/gate/checksBefore.ts';
import { firstNext } from '../../../model/status/firstNext.ts';
import type { Drive } from '../../drive.ts';
import { baselineIn, baselineOf } from '../../record/baselineOf.ts';
import { publishAsked } from '../next/publishAsked.ts';
import { mayBeTaken } from './mayBeTaken.ts';

/**
 * Where somebody is there, they are asked of checks that could not be run before anything was changed, and have to pass: a program that
 * is missing is no work for an agent. Null: nobody is asked. What is asked is recorded with what the checks said, so it is asked once.
 */
export async function askAboutBroken(drive: Drive): Promise<Drive | null> {
  const { world, record } = drive;
  const phase = firstNext(record.status);
  if (!world.canAsk || phase === null || !(await mayBeTaken(drive))) return null;
  // What was asked already is asked again only where it was run again.
  const asked = new Set(baselineIn(record)?.map(({ at }) => at));
  const said = (await baselineOf(drive)).filter(({ outcome, at }) => outcome === 'broke' && !asked.has(at));
  const wanted = record.workflow.written.flatMap(({ id, checks }) =>
    checks.flatMap(({ run, expect }) => (expect === 'pass' ? [{ id, key: commandKey(run) }] : [])),
  );
  const keys = new Set(said.map(({ run }) => commandKey(run)));
  const needs = wanted.filter(({ key }) => keys.has(key));
  if (needs.length === 0) return null;
  const broken = checksBefore(record.workflow).flatMap(({ name, run }) => {
    const key = commandKey(run);
    const one = needs.some((need) => need.key === key)
      ? said.find((each) => commandKey(each.run) === key)
      : undefined;
    return one === undefined ? [] : [{ ...one, name }];
  });
  return publishAsked(drive, phase, askBeforehand(broken, [...new Set(needs.map(({ id }) => id))]), {
    subject: `${phase} waits: a check could not be run before anything was changed`,
  });
}
