/**
 * The lowest release that can read the data of this one: in a table's settings, and in the file of a data folder. Only
 * a release that truly breaks raises it. 0.2.0 is the first release: the versions called 0.1.0 before it refuse values
 * that it stores, such as newer actions in the audit log.
 */
export const lowestRelease = '0.2.0'

/** Whether a release such as `0.9.0` came before another. */
export function isOlderRelease(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) < 0
}
