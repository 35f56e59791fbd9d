import type { VNode } from 'preact'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { text } from '../texts/text.ts'

/** A key that nobody can show again. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }): VNode {
  const { newTitle: title, newLead: lead, copy, kept, keepFirst } = text.keys
  const words = { title, lead, copy, kept, keepFirst }
  return <SecretDialog secret={apiKey} words={words} onClose={onClose} />
}
