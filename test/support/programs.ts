/** Stands in for `src/runner/programs.ts` in the tests (vitest.config.ts): the same, with the supervisor as it ships. */
export { cliProgram, runnerProgram, secretRulesModule, tokenizerModule } from '../../src/runner/programs.ts';
export { builtSupervisor as supervisorProgram } from './buildSupervisor.ts';
