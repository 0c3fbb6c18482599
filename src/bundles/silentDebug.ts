/** In place of the package `debug`, through which simple-git says what it does: our own log says which calls of git were made. */
interface Debugger {
  (...said: readonly unknown[]): void;
  readonly enabled: boolean;
  readonly namespace: string;
  readonly extend: (name: string) => Debugger;
  log: unknown;
  destroy: () => boolean;
}

const silent = (namespace: string): Debugger =>
  Object.assign(() => {}, {
    enabled: false,
    namespace,
    extend: (name: string) => silent(`${namespace}:${name}`),
    log: undefined,
    destroy: () => true,
  });

export default Object.assign(silent, { default: silent, formatters: {} });
