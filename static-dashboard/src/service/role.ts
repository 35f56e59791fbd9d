import { text } from '../texts/text.ts'
import { visit } from './visit-state.ts'

/** Why the operator may not do what viewers may not; undefined for everybody else. */
export function notForViewers(): string | undefined {
  return visit.value?.operator?.role === 'viewer' ? text.notForViewers : undefined
}

/** Why the operator may not do what only owners may; undefined for owners. */
export function ownersOnly(): string | undefined {
  return visit.value?.operator?.role === 'owner' ? undefined : text.ownersOnly
}
