/** Entry of its own bundle, which is loaded when the first command line is judged. */
export { readLine } from './shell/readLine.ts';
export { readPast } from './shell/readPast.ts';
