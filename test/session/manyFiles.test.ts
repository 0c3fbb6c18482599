import { terminalNotice } from '../../src/cli/output/terminalNotice.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Progress } from '../../src/session/progress.ts';
import { stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

const MANY = `mkdir -p node_modules/a; i=0
while [ $i -lt 2300 ]; do echo $i > node_modules/a/$i.js; i=$((i+1)); done
echo done > "$CAIRN_PHASE_DIR/result.md"`;

test(
  'many new files are told of as they are taken, with the line that keeps them out; a stop between them ends it',
  THOROUGH,
  async () => {
    const stopping = new AbortController();
    const seen: Progress[] = [];
    const onProgress = (event: Progress): void => {
      seen.push(event);
      if (event.type === 'taking' && event.step === 'stored') stopping.abort();
    };
    const s = await stage({ phases: [{ id: 'one' }] }, { world: { onProgress } });
    await s.agent.part('one', MANY);
    const steps = (): readonly string[] =>
      seen.flatMap((event) =>
        event.type === 'taking' ? [`${event.step} ${event.done} of ${event.of}`] : [],
      );
    expect(await s.start({}, stopping.signal)).toMatchObject({ reason: 'interrupted' });
    expect(steps()).toEqual([
      'searched 0 of 2301',
      'searched 1000 of 2301',
      'searched 2000 of 2301',
      'stored 1000 of 2301',
    ]);
    expect(await readdir(join(s.repo.root, '.git/objects/pack'))).toEqual([]);
    seen.length = 0;
    expect(await s.resume()).toMatchObject({ state: 'done' });
    expect(steps().slice(-2)).toEqual(['stored 1000 of 2301', 'stored 2000 of 2301']);
    expect(seen.flatMap((event) => (event.type === 'told' ? [terminalNotice(event.notice)] : []))).toContain(
      '2,300 new files below node_modules come into the checkpoint. If they are not meant to, add the line /node_modules/ to .gitignore.',
    );
    expect(Number(/^count: (\d+)$/m.exec(await s.repo.git('count-objects', '-v'))?.[1])).toBeLessThan(60);
    expect(await s.violations()).toEqual([]);
  },
);
