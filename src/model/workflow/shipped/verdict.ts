import type { CheckRule } from '../workflow.ts';
import type { Commands } from './commands.ts';
import { checksPart } from './writeParts.ts';

/** How a verdict is written, for an agent; one that looked at somebody else's work. */
export const VERDICT_WORDS = `Write verdict.json:
      {"ok": false,
       "checked": [{"claim": "what should be true", "proof": "command and output, or file and line", "holds": true}],
       "missing": ["what is left to do, concrete enough to act on"]}
      Set \`ok\` to true only if every claim holds and \`missing\` is empty. What you could not check does not hold.
      A no costs one more round; nobody after you catches a wrong yes.`;

/** Where all of a change is seen, whoever made it. As a line that agents may run without asking, and that no driver of a diff gets in the way of. */
export const DIFF_WORDS = `\`git diff --no-ext-diff <base> -- . ":^.cairn"\`, where <base> is the \`base:\` line at the top of STATUS.md in the session's folder below \`.cairn/sessions/\`.`;

/** What such a phase promises, its checks, and the way back: a yes has nothing missing, a no says what is. */
export const verdictPart = (
  commands: Commands,
  to: string,
  red: CheckRule['red'] = 'must-pass',
): string => `    artifacts:
      - path: verdict.json
        schema:
          type: object
          required: [ok, checked, missing]
          properties:
            ok: { type: boolean }
            checked:
              type: array
              minItems: 1
              items:
                type: object
                required: [claim, proof, holds]
                properties:
                  claim: { type: string, minLength: 1 }
                  proof: { type: string, minLength: 1 }
                  holds: { type: boolean }
            missing: { type: array, items: { type: string, minLength: 1 } }
          # a yes has nothing missing, a no says what is
          if: { properties: { ok: { const: true } } }
          then:
            properties:
              checked: { items: { properties: { holds: { const: true } } } }
              missing: { maxItems: 0 }
          else: { properties: { missing: { minItems: 1 } } }
${checksPart(commands, red)}    retries: 1
    loop:                      # a no sends the work back to ${to}; after three rounds you are asked
      to: ${to}
      until: { file: verify/verdict.json, at: /ok, is: true }
      max: 3
`;
