import type { ValueKind } from './valueKinds.ts';

/** One value of a line-based record: reading, writing, its type and the reference page follow from this. */
export interface Field<T = unknown, Shown = unknown, Nullable extends boolean = boolean> {
  /** Its key as written. */
  readonly name: string;
  readonly kind: ValueKind<T, Shown>;
  readonly isNullable: Nullable;
  /** The schema that introduced it. */
  readonly since: number;
  /** For the reference page. */
  readonly holds: string;
}

/** In the order in which the values are written. */
export type RecordTable = Readonly<Record<string, Field>>;

/** A record that could be read. */
export type ValuesOf<R extends RecordTable> = {
  readonly [K in keyof R]: R[K] extends Field<infer T, infer _S, infer N>
    ? T | (N extends true ? null : never)
    : never;
};

/** What can be read from any record; null for what is missing or unreadable. */
export type GlanceOf<R extends RecordTable> = {
  readonly [K in keyof R]: R[K] extends Field<infer _T, infer S> ? S | null : never;
};

export const field = <T, S>(
  name: string,
  kind: ValueKind<T, S>,
  holds: string,
  since = 1,
): Field<T, S, false> => ({ name, kind, holds, since, isNullable: false });

export const nullable = <T, S>(
  name: string,
  kind: ValueKind<T, S>,
  holds: string,
  since = 1,
): Field<T, S, true> => ({ name, kind, holds, since, isNullable: true });
