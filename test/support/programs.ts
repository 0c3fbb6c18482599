/** Stands in for `src/runner/programs.ts` in the tests (vitest.config.ts): the same, with supervisor and tokenizer as they ship. */
export { cliProgram, runnerProgram, secretRulesModule } from '../../src/runner/programs.ts';
export { builtSupervisor as supervisorProgram, builtTokenizer as tokenizerModule } from './builtPrograms.ts';
