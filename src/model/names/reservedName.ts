const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$/i;

/** True for a name that Windows takes for a device, whatever its extension. */
export function isReservedName(name: string): boolean {
  return DEVICE.test((name.split('.')[0] ?? '').trimEnd());
}
