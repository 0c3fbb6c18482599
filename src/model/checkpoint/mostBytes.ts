/** Of each file that Cairn itself writes into a checkpoint, and of one that is read as JSON or YAML. */
export const MOST_FILE_BYTES = 1024 * 1024;
