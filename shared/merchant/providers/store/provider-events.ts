import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { storeItem, update } from '../../../kernel/store/writes.ts'
import type { ProviderName } from '../../../records/integrations/rules/provider-name.ts'
import { providerKeys } from './keys.ts'

/** A callback, by what is the same in all its repetitions. */
export type ProviderEvent = { mode: Mode; provider: ProviderName; eventId: string }

const keptDays = 90

const stored = z.object({ isHandled: z.boolean() })

/** Stores a callback before anything is done about it. Returns whether an earlier delivery of it was handled. */
export async function noteEvent(table: Table, event: ProviderEvent, now: Date): Promise<boolean> {
  const known = await readItem(table, keyOf(event), stored)
  if (known) return known.isHandled
  const ttl = Math.floor(now.getTime() / 1000) + keptDays * 86_400
  const Item = { ...keyOf(event), eventId: event.eventId.slice(0, 200), isHandled: false, ttl }
  await storeItem(table, Item)
  return false
}

/** The write that marks a stored callback as handled. */
export function eventHandled(event: ProviderEvent): Write {
  return update(keyOf(event), { isHandled: true })
}

/** By a hash, because nothing limits what an id contains. */
function keyOf({ mode, provider, eventId }: ProviderEvent) {
  const name = createHash('sha256').update(eventId).digest('hex')
  return providerKeys.providerEvent(mode, provider, name)
}
