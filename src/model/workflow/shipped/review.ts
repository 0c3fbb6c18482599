import type { Commands } from './commands.ts';
import { SHIPPED } from './shipped.ts';
import { checksPart, headPart } from './writeParts.ts';

export const review = (commands: Commands): string =>
  [head(commands), SURVEY, REVIEW, confirm(commands)].join('\n');

const head = (commands: Commands): string =>
  headPart(commands, SHIPPED.review, {
    intro:
      'A review: where to look, what may be wrong, and what of it stands. It changes nothing but its own files.',
    example: 'The commits since v1.4',
    checked: 'confirm',
    keys: 'result: confirm/review.md   # printed by: cairn result\n',
  });

const SURVEY = `  - id: survey
    title: See what there is
    prompt: |
      Work out what the request wants to have reviewed. Do not change the project.

      Write survey.md:
      - \`## Scope\`: the files, commits or behaviour under review, with paths and the commands that show them; what is out of scope.
      - \`## Purpose\`: what this code must do, who depends on it, and where you know that from.
      - \`## Where to look\`: what would do the most harm here, worst first: wrong results, lost data, security, races, unhandled errors, missing tests.
    artifacts:
      - path: survey.md
        headings: [Scope, Purpose, Where to look]   # each must have text below it
    retries: 1                 # where something is missing: once more, told what
`;

const REVIEW = `  - id: review
    title: Look for mistakes
    prompt: |
      Review everything that survey.md from the phase \`survey\` puts in scope. Do not change the project.

      Read every line in scope and run what you doubt. Report defects only: each needs a line, and an input or a sequence of events that makes it go wrong. No style, no taste, no nice-to-have. Finding none is a valid result.

      Write findings.json:
      {"findings": [{"file": "path", "line": 1, "severity": "high", "what": "what is wrong",
        "shows": "with this input or sequence, this happens instead of that", "fix": "how to fix it"}],
       "read": ["every file that you read to its end"]}
      \`severity\` is high (wrong results, lost data, security), medium or low.
    artifacts:
      - path: findings.json
        schema:
          type: object
          required: [findings, read]
          properties:
            findings:
              type: array
              items:
                type: object
                required: [file, line, severity, what, shows]
                properties:
                  file: { type: string, minLength: 1 }
                  line: { type: integer, minimum: 1 }
                  severity: { enum: [high, medium, low] }
                  what: { type: string, minLength: 1 }
                  shows: { type: string, minLength: 1 }
                  fix: { type: string }
            read: { type: array, minItems: 1, items: { type: string, minLength: 1 } }
    retries: 1
`;

const confirm = (commands: Commands): string => `  - id: confirm
    title: Confirm or dismiss
    prompt: |
      Try to disprove each finding in findings.json; somebody else made them. Read the surrounding code and its callers, and reproduce it. Do not change the project: scratch files go into this phase's folder. Confirm only what you saw go wrong or can trace line by line.

      Write review.md for the person who will fix it:
      - \`## Confirmed\`: worst first; for each the file and line, what goes wrong and when, how you know, how to fix it. Or "none".
      - \`## Dismissed\`: every other finding, and why. Or "none".
      - \`## Not covered\`: what in scope was not read or could not be run. Or "nothing".
    artifacts:
      - path: review.md
        headings: [Confirmed, Dismissed, Not covered]
${checksPart(commands, 'as-before')}    retries: 1
`;
