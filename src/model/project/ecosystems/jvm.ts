import { firstOf, where } from '../evidence.ts';
import type { Ecosystem, Part, ProjectFacts } from '../project.ts';

/** Both fetch what they need by themselves. */
interface Builder {
  readonly files: readonly string[];
  readonly wrapper: string;
  readonly program: string;
  readonly words: string;
  readonly fills: readonly string[];
}

/** `check` is all that a build says of verifying, tests among it. Its daemon would outlive the check. */
const GRADLE: Builder = {
  files: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
  wrapper: 'gradlew',
  program: 'gradle',
  words: '--no-daemon check',
  fills: ['build/', '.gradle/'],
};

const MAVEN: Builder = {
  files: ['pom.xml'],
  wrapper: 'mvnw',
  program: 'mvn',
  words: '-B test',
  fills: ['target/'],
};

const asEcosystem = (builder: Builder): Ecosystem => ({
  reads: [],
  sees: [...builder.files, builder.wrapper],
  fills: builder.fills,
  find: (facts) => by(builder, facts),
});

export const gradle = asEcosystem(GRADLE);
export const maven = asEcosystem(MAVEN);

function by({ files, wrapper, program, words, fills }: Builder, facts: ProjectFacts): Part | null {
  const file = firstOf(facts, files);
  if (file === null) return null;
  const isWrapped = facts.files.has(wrapper);
  // Committed from Windows a wrapper is not executable, and a shell needs no such bit.
  const run = `${isWrapped ? `sh ./${wrapper}` : program} ${words}`;
  const needs = isWrapped ? 'java' : program;
  const { found, doubts } = where(facts, fills, { kind: 'test' as const, run, file, line: 1, needs });
  return { checks: found, doubts };
}
