import * as z from 'zod'
import { worksWhileStopped } from '../../../shared/admin/restore/rules/works-while-stopped.ts'
import { chainById } from '../../../shared/chain/chains.ts'
import { type IdKind, idPrefixes } from '../../../shared/kernel/ids.ts'
import { type Mode, modes } from '../../../shared/kernel/mode.ts'
import type { Operation } from '../../../shared/kernel/operation/operation.ts'
import type { Key } from '../../../shared/kernel/store/keys.ts'
import { readItem } from '../../../shared/kernel/store/read-item.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { refundKeys } from '../../../shared/money/refunds/store/keys.ts'
import { sessionKeys } from '../../../shared/payments/checkout-sessions/store/keys.ts'
import { findApiKeyById } from '../../../shared/records/api-keys/store/api-keys.ts'
import { customerKeys } from '../../../shared/records/customers/store/keys.ts'
import { outboxKeys } from '../../../shared/records/outbox/store/keys.ts'
import { linkKeys } from '../../../shared/records/payment-links/store/keys.ts'
import { intakeStopped } from '../../../shared/records/settings/rules/intake-stopped.ts'
import { loadStoredSettings } from '../../../shared/records/settings/store/settings.ts'

const concerning = z.object({
  mode: z.enum(modes).optional().catch(undefined),
  chainId: z.int().optional().catch(undefined),
  id: z.string().optional().catch(undefined),
  /** A new refund names the session that it is of. */
  sessionId: z.string().optional().catch(undefined),
})

/**
 * Throws `intake_stopped` for a change that would be lost in a restore: of the mode that the input names, or that its chain
 * or record is of. What belongs to no mode, such as an operator, is refused while either is stopped.
 */
export async function requireOpenIntake(
  table: Table,
  operation: Pick<Operation, 'name' | 'touches'>,
  input: unknown,
): Promise<void> {
  if (worksWhileStopped(operation)) return
  const { mode: named, chainId, sessionId, ...of } = concerning.safeParse(input).data ?? {}
  const { id = sessionId } = of
  // A payment's refund names its chain, too.
  const mode = named ?? (chainId === undefined ? undefined : chainById(chainId)?.mode)
  await Promise.all(
    modes.map(async (stopped) => {
      if (mode !== undefined && mode !== stopped) return
      const { intakeStoppedAt } = await loadStoredSettings(table, stopped)
      if (!intakeStoppedAt) return
      if (id === undefined || (await mayBeOf(table, stopped, id))) throw intakeStopped()
    }),
  )
}

/** Also true for ids that exist in neither mode. */
async function mayBeOf(table: Table, mode: Mode, id: string): Promise<boolean> {
  const other = modes.find((each) => each !== mode) ?? mode
  if (id.startsWith(idPrefixes.apiKey)) return (await findApiKeyById(table, id))?.mode !== other
  const kind = recordKinds.find((each) => id.startsWith(idPrefixes[each]))
  if (kind === undefined) return true
  return (await readItem(table, recordKeys[kind](other, id), z.unknown())) === undefined
}

const recordKeys = {
  paymentLink: linkKeys.paymentLink,
  customer: customerKeys.customer,
  webhookEndpoint: outboxKeys.webhookEndpoint,
  checkoutSession: sessionKeys.session,
  refund: refundKeys.refund,
} satisfies Partial<Record<IdKind, (mode: Mode, id: string) => Key>>

const recordKinds = [
  'paymentLink',
  'customer',
  'webhookEndpoint',
  'checkoutSession',
  'refund',
] as const
