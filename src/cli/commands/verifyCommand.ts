import { lookUp } from '../../base/lookUp.ts';
import { terminalWarning } from '../output/terminalNotice.ts';
import type { VerifyResult } from '../../session/verifyResult.ts';
import type { Command, Context } from './command.ts';
import { EXIT } from '../output/exitCodes.ts';
import { plainLine } from '../terminal/plainText.ts';
import { errorJson } from '../output/reportError.ts';
import { CairnError } from '../../base/cairnError.ts';
import { RULES } from '../../model/checkpoint/verifyRules.ts';
import { sessionOf } from './typed.ts';
import { called, withNames, type Naming } from '../output/withNames.ts';

export const verifyCommand: Command = {
  name: 'verify',
  group: 'When something is wrong',
  words: [{ name: '[session]', is: 'its name or id (default: all sessions)' }],
  options: [],
  does: 'check that what is written down of a session is whole; changes nothing',
  more: 'Each finding names a rule of FORMAT.md, the description of what Cairn writes.',
  examples: [['cairn verify', 'check every session of this repository']],
  async run(context, typed) {
    const api = await context.api();
    const named = typed.words[0] === undefined ? null : await sessionOf(api, 'verify', typed.words[0]);
    const results = await api.verify(named);
    const bad = results.some(({ violations }) => violations.length > 0);
    return {
      exit: bad ? EXIT.data : EXIT.done,
      json: verifyJson(results, bad, context.terminal.now()),
      text: verifyText(results, await withNames(context)),
    };
  },
};

/** Always one object: a single session under its id, several under null with each id in `where`. */
function verifyJson(results: readonly VerifyResult[], bad: boolean, now: number): unknown {
  const single = results.length === 1 ? results[0] : undefined;
  const violations = results.flatMap(({ session, violations }) =>
    violations.map(({ rule, where, what }) => ({
      rule,
      where: single === undefined ? `${session}: ${where}` : where,
      what: terminalWarning(what),
    })),
  );
  const session = single?.session ?? null;
  if (!bad) return { session, violations };
  const details = { session: results.map((each) => each.session).join(', '), count: violations.length };
  const error = errorJson(new CairnError('data/violations', details), { now, command: 'verify' });
  return { session, violations, error };
}

function verifyText(results: readonly VerifyResult[], named: Pick<Context, 'style'> & Naming): string {
  const { style, short } = named;
  if (results.length === 0) return 'No sessions yet.';
  const lines = results.flatMap(({ session, violations }) => [
    violations.length === 0
      ? `${style.good('✓')} ${called(named, session)} keeps every rule.`
      : `${style.bad('✗')} ${called(named, session)} breaks ${violations.length === 1 ? 'one rule' : `${violations.length} rules`}:`,
    ...violations.flatMap(({ rule, where, what }) => {
      const asks = lookUp(RULES, rule);
      return [
        `  ${style.bold(plainLine(rule))} ${plainLine(where)}: ${plainLine(terminalWarning(short(what)))}`,
        ...(asks === undefined ? [] : [`     ${style.dim(asks)}`]),
      ];
    }),
  ]);
  return lines.join('\n');
}
