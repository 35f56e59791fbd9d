import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'
import { providerKeys } from './keys.ts'

/** Ours of an order, the provider's of it, and the provider's of a payment. */
const references = ['order', 'vendor', 'payment'] as const

const boundSession = z.object({ sessionId: z.string() })

/** The ids of the sessions for which any provider has an order or a payment with this id. Eventually consistent. */
export async function referredSessions(table: Table, mode: Mode, id: string): Promise<string[]> {
  const wanted = providerNames.flatMap((provider) =>
    references.map((by) => providerKeys.providerReference({ mode, provider, by, id })),
  )
  const items = await getItems(table, wanted, { consistent: false })
  return [...new Set(items.map((item) => boundSession.parse(item).sessionId))]
}
