/** What this browser remembers; null if it remembers nothing, or may not. */
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
