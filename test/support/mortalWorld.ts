import type { World } from '../../src/session/world.ts';

/** The world of a process that dies in the middle of what it does. */
export interface Mortal {
  readonly world: World;
  /** Comes when it is dead. */
  readonly died: Promise<void>;
  /** Lets it die now, whatever it does. */
  die(): void;
  /** The places it passed: calls of ports, and named points, which begin with a slash in them. */
  readonly passed: readonly string[];
}

/** These only hand out a port: they do nothing that a dead process could not have done. */
const HANDS_OUT = ['repository.workingTree', 'state.of'];

/**
 * Lets a process die at the n-th place that it passes, before anything is done there. As with a real one nothing follows: no
 * call of a port comes back, so what would tidy up in a `finally` does not, and nothing is done any more.
 *
 * @param noted called for each place that it passes
 */
export function mortalWorld(
  world: World,
  dieAt: number | null,
  noted: (place: string) => void = () => {},
): Mortal {
  const passed: string[] = [];
  const end = Promise.withResolvers<void>();
  let isDead = false;
  const die = (): void => {
    isDead = true;
    end.resolve();
  };
  const passes = (place: string): void => {
    if (isDead) return;
    noted(place);
    if (passed.push(place) === dieAt) die();
  };
  const port = <T extends object>(name: string, of: T): T =>
    new Proxy(of, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver);
        const place = `${name}.${String(key)}`;
        if (typeof value !== 'function') return isPort(value) ? port(place, value) : value;
        return (...args: readonly unknown[]): unknown => {
          if (!HANDS_OUT.includes(place)) {
            passes(place);
            if (isDead) return new Promise(() => {});
          }
          const answer: unknown = Reflect.apply(value, target, args);
          return answer instanceof Promise
            ? answer.then((it: unknown) =>
                isDead ? new Promise(() => {}) : isPort(it) ? port(place, it) : it,
              )
            : isPort(answer)
              ? port(place, answer)
              : answer;
        };
      },
    });
  const { repository, state, leases, files, processes, agents, clock } = world;
  return {
    world: {
      ...world,
      repository: port('repository', repository),
      state: port('state', state),
      leases: port('leases', leases),
      files: port('files', files),
      processes: port('processes', processes),
      agents: port('agents', agents),
      clock: { ...clock, sleep: (ms, signal) => (isDead ? new Promise(() => {}) : clock.sleep(ms, signal)) },
      reached(point) {
        world.reached(point);
        passes(point);
      },
    },
    died: end.promise,
    die,
    passed,
  };
}

/** A value with functions: what a port hands out, as a lease or a working tree. */
const isPort = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).some((part) => typeof part === 'function');
