import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';

/**
 * Saves files again and again as editors do, each save with contents that no other has, until standard input ends. Each save
 * that it has completed and did not itself overwrite is a line of the log: `[file, contents]`.
 */
const [, , log = '', way = '', pause = '0', head = '', ...files] = process.argv;
const last = new Map<string, string>();
const settle = (file: string, contents: string): void =>
  appendFileSync(log, `${JSON.stringify([file, contents])}\n`);

const reading = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/** False: where it was to be there was somebody else's file. */
function save(file: string, contents: string): boolean {
  if (way === 'rename') {
    writeFileSync(`${file}.swp`, contents);
    renameSync(`${file}.swp`, file);
    return true;
  }
  if (way === 'anew') rmSync(file, { force: true });
  const fd = openSync(file, way === 'anew' ? 'wx' : 'w');
  writeSync(fd, contents);
  closeSync(fd);
  return true;
}

let n = 0;
let ended = false;
process.stdin.on('end', () => (ended = true)).resume();

function round(): void {
  for (const file of files) {
    const before = last.get(file);
    // What is not there any more somebody else took away: it must be somewhere.
    if (before !== undefined && reading(file) !== before) settle(file, before);
    last.delete(file);
    const contents = `${head.replaceAll('\\n', '\n')}saved ${(n += 1)} ${way} ${process.pid}\n`;
    try {
      save(file, contents);
      last.set(file, contents);
    } catch {
      // Its folder is gone for a moment, or somebody made the file first.
    }
  }
  if (!ended) return void setTimeout(round, Number(pause));
  for (const [file, contents] of last) settle(file, contents);
}
round();
