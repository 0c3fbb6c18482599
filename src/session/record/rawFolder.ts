/** Says in the message of a rescue below which folder its raw bytes are. */
export const RAW_TRAILER = 'Cairn-Raw:';

/**
 * The folder of a rescue that holds bytes which git's conversions would not give back, under the names of their files; null
 * where the rescue says none. Other files below `.cairn/raw/` are a person's like any other.
 */
export function rawFolderOf(message: string): string | null {
  return /\nCairn-Raw: (\.cairn\/raw(?:-\d+)?\/)\n/.exec(`${message}\n`)?.[1] ?? null;
}
