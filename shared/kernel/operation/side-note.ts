/**
 * Work that may fail without failing the request that it belongs to, and why: something else makes up for it, or nobody
 * needs it. An audit entry or an event is never part of this: it is one of the decision's writes.
 */
const sideNotes = {
  'session timer': 'The reconciler looks at every open session whose deadline has passed.',
  'last seen': 'It only says in the list of sign-ins how recent one is.',
} as const satisfies Record<string, string>

export type SideNote = {
  of: keyof typeof sideNotes
  write: () => Promise<void>
  /** Counts the failure, so that it alarms. */
  onFailed: (error: unknown) => void
}

/** Settles without an error. */
export async function writeSideNote({ write, onFailed }: SideNote): Promise<void> {
  try {
    await write()
  } catch (error) {
    onFailed(error)
  }
}
