/** Of each file that Cairn itself writes into a checkpoint. */
export const MOST_FILE_BYTES = 1024 * 1024;
