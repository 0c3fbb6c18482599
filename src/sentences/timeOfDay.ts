/** `14:05:30` in this process's time zone, from an instant as the records have it. */
export function timeOfDay(at: string): string {
  return new Date(at).toTimeString().slice(0, 8);
}
