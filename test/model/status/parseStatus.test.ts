import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { glanceStatus } from '../../../src/model/status/glanceStatus.ts';
import { notesOf } from '../../../src/model/status/notesOf.ts';
import { parseStatus } from '../../../src/model/status/parseStatus.ts';
import { renderStatus } from '../../../src/model/status/renderStatus.ts';
import { STATUS_FIELDS } from '../../../src/model/status/status.ts';
import { anyStatus } from '../anyStatus.ts';
import { exampleStatus } from '../exampleStatus.ts';
import { damaged, hostileText } from '../hostileText.ts';

const golden = readFileSync('test/golden/STATUS.md', 'utf8');

/** `line: message` of each problem, or the kind of what else was wrong. */
function problems(text: string): string | readonly string[] {
  const read = parseStatus('STATUS.md', text);
  if (read.ok) return 'ok';
  return read.error.kind === 'invalid'
    ? read.error.problems.map(({ line, message }) => `${line}: ${message}`)
    : read.error.kind;
}

describe('STATUS.md', () => {
  it('is written as the format shows it, byte for byte', () => {
    expect(renderStatus(exampleStatus)).toBe(golden);
    expect(parseStatus('STATUS.md', golden)).toEqual({ ok: true, value: exampleStatus });
  });

  it('[P4, L25] reads back as what was written, whatever the title and the notes are', () => {
    fc.assert(
      fc.property(anyStatus, (status) => {
        expect(parseStatus('STATUS.md', renderStatus(status))).toEqual({ ok: true, value: status });
      }),
      { numRuns: 1000 },
    );
  });

  it('has front matter that any YAML reader reads the same', () => {
    fc.assert(
      fc.property(anyStatus, (status) => {
        const front: unknown = parseYaml(renderStatus(status).split('\n---\n')[0]?.slice(4) ?? '');
        const { rows: _rows, notes: _notes, ...fields } = status;
        expect(front).toEqual({ ...fields, next: fields.next?.join(', ') ?? null });
      }),
      { numRuns: 1000 },
    );
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, damaged(golden)), (text) => {
        const read = parseStatus('STATUS.md', text);
        if (!read.ok && read.error.kind === 'invalid') {
          expect(read.error.problems.length).toBeGreaterThan(0);
          for (const { line, column } of read.error.problems)
            expect(line >= 1 && column >= 1 && line <= text.split('\n').length).toBe(true);
        }
        expect(notesOf(text)).toMatch(/^## Notes/);
        glanceStatus(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts a damaged text only where the damage is what the engine could have written', () => {
    fc.assert(
      fc.property(damaged(golden), (text) => {
        const read = parseStatus('STATUS.md', text);
        // What is accepted says the same after it was written again.
        if (read.ok) expect(parseStatus('STATUS.md', renderStatus(read.value))).toEqual(read);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(Object.keys(STATUS_FIELDS).filter((key) => key !== 'schema'))(
    '[A13] names %s when it is missing',
    (key) => {
      expect(problems(golden.replace(new RegExp(`^${key}: .*\n`, 'm'), ''))).toEqual(
        expect.arrayContaining([expect.stringContaining(`"${key}" is missing`)]),
      );
    },
  );

  it('[A8, X2] without a schema number is refused, never taken for the current one', () => {
    expect(problems(golden.replace('schema: 3\n', ''))).toBe('schema-missing');
  });

  it('of a newer schema is told as that, whatever else is in it', () => {
    const newer = golden
      .replace('schema: 3', 'schema: 7')
      .replace('state: running', 'state: dreaming\ncolour: blue');
    expect(parseStatus('STATUS.md', newer)).toEqual({ ok: false, error: { kind: 'newer-schema', found: 7 } });
  });

  it.each([
    ['[E5] CRLF', golden.replaceAll('\n', '\r\n'), /^1: the line ends in CR LF$/],
    ['[E5] a byte order mark', `\ufeff${golden}`, /^1: .*byte order mark/],
    [
      '[B8] a conflict marker',
      golden.replace('seq: 2\n', '<<<<<<< ours\nseq: 2\n=======\nseq: 3\n>>>>>>> theirs\n'),
      /^10: a conflict marker of git: <{7}$/,
    ],
    [
      '[E5] an extra column',
      golden.replace('| 0/2 | | |', '| 0/2 | | | x |'),
      /^22: the row has 9 columns, not 8$/,
    ],
    ['[E5] a pipe in a cell', golden.replace('| plan |', '| pl|an |'), /^22: the row has 9 columns/],
    [
      '[E5] trailing spaces in the table',
      golden.replace('| 0/2 | | |', '| 0/2 | | | '),
      /^22: this line is no row/,
    ],
    [
      '[E5] trailing spaces in front matter',
      golden.replace('seq: 2\n', 'seq: 2 \n'),
      /^10: "seq" is not written/,
    ],
    [
      '[E5] a second table',
      golden.replace('\n## Notes', '\n| # |\n|---|\n\n## Notes'),
      /^24: one empty|^2[345]: /,
    ],
    ['[E5] <details>', golden.replace('\n# Add', '\n<details>\n# Add'), /^17: this line must be/],
    ['another title', golden.replace('# Add login', '# Add logout'), /^17: this line must be "# Add login"$/],
    ['a missing Notes line', golden.replace('## Notes\n', ''), /"## Notes" is missing/],
    ['an unknown key', golden.replace('seq: 2', 'sequel: 2'), /^10: unknown key "sequel"$/],
    ['a key twice', golden.replace('seq: 2', 'seq: 2\nseq: 3'), /^11: "seq" is here twice$/],
    [
      '[A9] an unknown state',
      golden.replace('state: running', 'state: failed'),
      /^11: "state" must be one of running, .*, not "failed"$/,
    ],
    [
      '[A9] an unknown status',
      golden.replace('| pending | 1 | 0 | 0/2', '| resting | 1 | 0 | 0/2'),
      /^22: the status must be one of .* not "resting"$/,
    ],
    [
      'a phase twice',
      golden.replace('| 3 | implement', '| 3 | plan'),
      /^23: phase "plan" is in the table twice$/,
    ],
    [
      'a next phase that is not there',
      golden.replace('next: plan', 'next: deploy'),
      /^12: "next" is no phase/,
    ],
    ['no rows', golden.replace(/^\| \d.*\n/gm, ''), /the table has no rows/],
    ['an unclosed front matter', golden.replace('---\n\n#', '\n#'), /not closed/],
    ['nothing', '', /^1: the file must start/],
    [
      'a date without milliseconds',
      golden.replace('updated: 2026-11-20T10:01:22.123Z', 'updated: 2026-11-20T10:01:22Z'),
      /^14: "updated" must be a time/,
    ],
    ['a short commit', golden.replace(/base: \w+/, 'base: abc123'), /^9: "base" must be the full id/],
  ])('with %s is refused at its line', (_what, text, first) => {
    const found = problems(text);
    expect([found].flat().filter((problem) => first.test(problem))).not.toEqual([]);
  });

  it('[E5] takes nothing below Notes for its own: tables, markers, CRLF and a second Notes line stay', () => {
    const notes =
      '## Notes\n\n| # | Phase |\n|---|---|\r\n<<<<<<< x\n\t\u0000 ## Notes\n## Notes\nlast line without end';
    const read = parseStatus('STATUS.md', golden.replace('## Notes\n', notes));
    expect(read.ok && read.value.notes).toBe(notes);
  });
});

describe('notesOf', () => {
  it.each([
    ['## Notes\r\nkept\r\n', '# x\r\n## Notes\r\nkept\r\n'],
    ['## Notes  \nkept', 'y\n## Notes  \nkept'],
    ['## Notes', '## Notes'],
    ['## Notes\n', 'no notes here\n ## Notes\n## Notes and more\n### Notes\n'],
  ])('is %j', (notes, text) => {
    expect(notesOf(text)).toBe(notes);
  });
});

describe('glanceStatus', () => {
  it('[A9] shows unknown words, keys and columns as found', () => {
    const text = golden
      .replace('schema: 3', 'schema: 4\nmood: good')
      .replace('state: running', 'state: dreaming')
      .replace('| done | 1 | 1 |', '| resting | 1 | many |');
    expect(glanceStatus(text)).toMatchObject({
      schema: 4,
      title: 'Add login',
      state: 'dreaming',
      rows: [{ phase: 'research', status: 'resting', attempt: null }, {}, {}],
    });
  });

  it('shows what parseStatus reads, for every status', () => {
    fc.assert(
      fc.property(anyStatus, (status) => {
        const glance = glanceStatus(renderStatus(status));
        const { notes: _notes, ...rest } = status;
        expect(glance).toEqual(rest);
      }),
      { numRuns: 300 },
    );
  });

  it('reads through CRLF, a byte order mark and a conflict, and answers null where nothing is ours', () => {
    expect(glanceStatus(`\ufeff${golden.replaceAll('\n', '\r\n')}`)).toMatchObject({
      seq: 2,
      next: ['plan'],
    });
    expect(
      glanceStatus(golden.replace('seq: 2\n', '<<<<<<< a\nseq: 2\n=======\nseq: 3\n>>>>>>> b\n')),
    ).toMatchObject({ seq: 2 });
    expect(glanceStatus('# A project of its own\n\n| # | Phase |\n')).toBeNull();
    expect(glanceStatus('')).toBeNull();
  });
});
