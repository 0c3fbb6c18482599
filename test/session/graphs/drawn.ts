import type { World } from '../../../src/session/world.ts';
import { turns } from '../../support/busyClock.ts';

/** Numbers below `of`, alike for the same seed (mulberry32). */
export function numbers(seed: number): (of: number) => number {
  let state = seed >>> 0;
  return (of) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) % of;
  };
}

/** One call of a port in so many takes a while. */
const SLOW = 6;

/** The same world, in which calls of ports come back late, as drawn: who was first need not stay first. */
export function slowWorld(world: World, draw: (of: number) => number): World {
  const slow = <T extends object>(of: T): T =>
    new Proxy(of, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver);
        if (typeof value !== 'function') return isPort(value) ? slow(value) : value;
        return (...args: readonly unknown[]): unknown => {
          const answer: unknown = Reflect.apply(value, target, args);
          if (answer instanceof Promise)
            return answer.then(async (it: unknown) => {
              if (draw(SLOW) === 0) await turns(1 + draw(4));
              return isPort(it) ? slow(it) : it;
            });
          return isPort(answer) ? slow(answer) : answer;
        };
      },
    });
  const { repository, state, files } = world;
  return { ...world, repository: slow(repository), state: slow(state), files: slow(files) };
}

/** A value with functions: what a port hands out, as a working tree. */
const isPort = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).some((part) => typeof part === 'function');
