/** A value that this browser remembers; null if there is none, or if it may not remember anything. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`dashboard-${key}`)
  } catch {
    return null
  }
}

/** Without storage, a choice lasts as long as the page. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(`dashboard-${key}`, value)
  } catch {
    return
  }
}
