/** Stands in for `src/runner/programs.ts` in the tests (vitest.config.ts): the same, with what is built as it ships. */
export { cliProgram, runnerProgram, secretRulesModule } from '../../src/runner/programs.ts';
export {
  builtForkServer as forkServerProgram,
  builtShellParser as shellParserModule,
  builtSupervisor as supervisorProgram,
  builtTokenizer as tokenizerModule,
} from './builtPrograms.ts';
