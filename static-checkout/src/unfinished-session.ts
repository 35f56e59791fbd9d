export const unfinishedKey = (slug: string) => `payment ${slug}`

/** The session that the customer has begun with a link on this device. */
export function unfinishedSession(slug: string): string | null {
  try {
    return localStorage.getItem(unfinishedKey(slug))
  } catch {
    return null
  }
}
