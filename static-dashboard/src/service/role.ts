import { text } from '../texts/text.ts'
import { visit } from './visit-state.ts'

/** Why the operator may not do what only owners may; undefined for owners. */
export function ownersOnly(): string | undefined {
  return visit.value?.operator?.role === 'owner' ? undefined : text.ownersOnly
}
