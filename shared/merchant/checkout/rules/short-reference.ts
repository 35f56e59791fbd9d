/**
 * The end of a session's id, such as "8R0T-1X3Y": short enough to read aloud, in letters and digits that don't look or
 * sound alike.
 */
export function shortReference(id: string): string {
  return `${id.slice(-8, -4)}-${id.slice(-4)}`
}
