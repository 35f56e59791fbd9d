import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { type AnyRefund, isProviders } from './rules/provider-refund.ts'
import type { Refund } from './rules/refund.ts'
import { refuseRefund } from './rules/refund-refusals.ts'
import { loadProviderRefund } from './store/provider-refunds.ts'
import { loadRefund } from './store/refunds.ts'

/** Of one of the modes, also a provider's (consistent). Throws `resource_not_found`. */
export async function requireAnyRefund(
  table: Table,
  modes: readonly Mode[],
  id: string,
): Promise<AnyRefund> {
  const loads = [loadRefund, loadProviderRefund]
  const found = isId('refund', id)
    ? await Promise.all(loads.flatMap((load) => modes.map((mode) => load(table, mode, id))))
    : []
  const refund = found.find((each) => each !== undefined)
  if (!refund) throw resourceNotFound('refund', id)
  return refund
}

/** One that is decided here. Throws `resource_not_found`, and `state_changed` for a provider's. */
export async function requireRefund(
  table: Table,
  modes: readonly Mode[],
  id: string,
): Promise<Refund> {
  const refund = await requireAnyRefund(table, modes, id)
  if (!isProviders(refund)) return refund
  throw refuseRefund('refund_of_provider')
}
