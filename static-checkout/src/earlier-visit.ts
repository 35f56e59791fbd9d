/** The last state of a session that this tab has shown: unpaid, or its receipt, from which it led on. */
export type EarlierVisit = 'none' | 'unpaid' | 'receipt'

const keyOf = (id: string) => `visit ${id}`

/** A reload, and the way back from a payment provider, are visits of the same tab. */
export function earlierVisit(id: string): EarlierVisit {
  try {
    const stored = sessionStorage.getItem(keyOf(id))
    return stored === 'unpaid' || stored === 'receipt' ? stored : 'none'
  } catch {
    return 'none'
  }
}

export function noteVisit(id: string, shown: Exclude<EarlierVisit, 'none'>): void {
  try {
    sessionStorage.setItem(keyOf(id), shown)
  } catch {
    // Without storage, the time of the payment says whether it was made just now.
  }
}
