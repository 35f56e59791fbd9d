import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { findInModes } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Named } from '../../records/settings/shared-operation.ts'
import { type AnyRefund, isProviders } from './rules/provider-refund.ts'
import type { Refund } from './rules/refund.ts'
import { refuseRefund } from './rules/refund-refusals.ts'
import { loadProviderRefund } from './store/provider-refunds.ts'
import { loadRefund } from './store/refunds.ts'

/** A refund of one of the modes, a provider's included (consistent). Throws `resource_not_found`. */
export async function requireAnyRefund(table: Table, { modes, id }: Named): Promise<AnyRefund> {
  const refund = isId('refund', id)
    ? await findInModes(modes, async (mode) => {
        const loads = [loadRefund(table, mode, id), loadProviderRefund(table, mode, id)]
        const [own, ofProvider] = await Promise.all(loads)
        return own ?? ofProvider
      })
    : undefined
  if (!refund) throw resourceNotFound('refund', id)
  return refund
}

/** One that is decided here. Throws `resource_not_found`, and `state_changed` for a provider's. */
export async function requireRefund(table: Table, named: Named): Promise<Refund> {
  const refund = await requireAnyRefund(table, named)
  if (!isProviders(refund)) return refund
  throw refuseRefund('refund_of_provider')
}
