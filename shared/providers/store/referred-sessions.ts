import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { getItems } from '../../kernel/store/get-items.ts'
import { keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import { providerNames } from '../rules/provider-name.ts'

/** Ours of an order, the provider's of it, and the provider's of a payment. */
const references = ['order', 'vendor', 'payment'] as const

const boundSession = z.object({ sessionId: z.string() })

/** The ids of the sessions for which any provider has an order or a payment with this id. Eventually consistent. */
export async function referredSessions(table: Table, mode: Mode, id: string): Promise<string[]> {
  const wanted = providerNames.flatMap((provider) =>
    references.map((by) => keys.providerReference({ mode, provider, by, id })),
  )
  const items = await getItems(table, wanted, { consistent: false })
  return [...new Set(items.map((item) => boundSession.parse(item).sessionId))]
}
