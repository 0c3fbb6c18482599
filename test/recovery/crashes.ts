import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { START, type Flow } from '../support/session.ts';
import { bundleProgram } from '../support/bundleProgram.ts';
import type { Act } from './carryOut.ts';
import type { Death } from './deaths.ts';
import {
  copyMachine,
  leftBehind,
  makeFolder,
  makeMachine,
  remove,
  runChild,
  type Machine,
} from './crashTestbed.ts';
import type { byDepth } from '../support/thorough.ts';

export const FLOW: Flow = {
  phases: [{ id: 'one', checks: [{ run: 'test -f src/one.txt' }], artifacts: ['result.md'] }, { id: 'two' }],
};

/** The second phase takes back a file of the first and lets git ignore its name. */
const PARTS = {
  one: 'usual; echo built > built.txt; printf "#!/bin/sh\\n" > tool; chmod +x tool; ln -s README.md link',
  two: 'usual; rm built.txt link; echo built.txt >> .gitignore; echo changed > tool',
};

export const ISOLATIONS: readonly Isolation[] = ['worktree', 'in-place'];

/** Something that is done, and what comes of it whether it lives or dies. */
export interface Killed {
  /** Where it is done: copied for each death. */
  readonly ground: () => Promise<Machine>;
  readonly act: Act;
  /** Goes on as somebody would who finds that machine, and answers what there is then. */
  readonly comesTo: (machine: Machine) => Promise<unknown>;
  /** The same where it has lived. */
  readonly expected: () => unknown;
}

/** Machines by what was done on them, each made once and copied for every death; and processes that live or die there. */
export interface Crashes {
  template(name: string, make: () => Promise<Machine>): Promise<Machine>;
  fresh(isolation: Isolation, flow?: Flow): Promise<Machine>;
  copyOf(machine: Machine): Promise<Machine>;
  /** Fails the test when the process was not killed there. */
  die(machine: Machine, act: Act, death: Death): Promise<void>;
  /** Answers the points that it passed. */
  live(machine: Machine, act: Act): Promise<readonly string[]>;
  /** Fails the test unless the act, when it lives, passes these places and no others. */
  passesOnly(machine: Machine, act: Act, deaths: readonly Death[]): Promise<void>;
  /** A test for each of its deaths: it comes to the same, and nothing is left behind. */
  eachDeath(title: string, depths: ReturnType<typeof byDepth<Death>>, killed: Killed): void;
  /** Runs until something outside ends it. */
  run(machine: Machine, act: Act): ReturnType<typeof runChild>;
}

/** To be called at the top of a test file: everything is made before its tests and removed after them. */
export function crashes(): Crashes {
  let folder = '';
  let program = '';
  const machines = new Map<string, Promise<Machine>>();
  let copies = 0;
  beforeAll(async () => {
    folder = await makeFolder();
    program = await bundleProgram('test/recovery/crashProgram.ts');
  }, 60_000);
  afterAll(() => remove(folder));

  const live: Crashes['live'] = async (machine, act) => {
    const ended = await runChild(program, machine, act, null);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    return ended.passed;
  };
  const copyOf: Crashes['copyOf'] = (machine) => copyMachine(machine, join(folder, `copy-${(copies += 1)}`));
  const die: Crashes['die'] = async (machine, act, [point, nth]) => {
    const ended = await runChild(program, machine, act, { point, nth });
    expect(ended, ended.stderr).toMatchObject({ killed: true });
  };
  const template: Crashes['template'] = (name, make) => {
    const known = machines.get(name) ?? make();
    machines.set(name, known);
    return known;
  };
  return {
    template,
    fresh: (isolation, flow = FLOW) =>
      template(`fresh ${isolation} ${JSON.stringify(flow)}`, async () => {
        const machine = await makeMachine(join(folder, `fresh-${machines.size}`), flow);
        for (const [of, script] of Object.entries(PARTS)) await machine.agent.part(of, script);
        return machine;
      }),
    copyOf,
    die,
    live,
    async passesOnly(machine, act, deaths) {
      expect([...(await live(machine, act))].toSorted()).toEqual(deaths.map(([point]) => point).toSorted());
    },
    eachDeath(title, depths, { ground, act, comesTo, expected }) {
      for (const { rows, options } of depths)
        test.concurrent.for(rows)(title, options, async (death, { expect: it }) => {
          const machine = await copyOf(await ground());
          await die(machine, act, death);
          it(await comesTo(machine)).toEqual(expected());
          it(await leftBehind(machine)).toEqual([]);
          await remove(machine.folder);
        });
    },
    run: (machine, act) => runChild(program, machine, act, null),
  };
}

export const start = (isolation: Isolation): Extract<Act, { verb: 'start' }> => ({
  verb: 'start',
  options: { ...START, inPlace: isolation === 'in-place' },
});

/** The working tree of the session. */
export const treeOf = ({ folder, repo }: Machine, isolation: Isolation): string =>
  isolation === 'in-place' ? repo.root : join(folder, 'repo.worktrees/demo');
