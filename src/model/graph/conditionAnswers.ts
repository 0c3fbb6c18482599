/** What a person may answer where the condition of a phase cannot be decided; any other answer looks at the file again. */
export const LOOK_AGAIN = 'look again';
export const RUN_IT = 'run it';
export const SKIP_IT = 'skip it';
