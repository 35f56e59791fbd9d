import * as z from 'zod'
import { VendorFailed, VendorRefused } from '../../chain/notifiers/vendor-request.ts'
import type { Integration } from '../../records/integrations/rules/integration.ts'
import { credentialsContext } from '../../records/integrations/store/integrations.ts'
import { accountWith, type OpenAccountDeps } from './open-account.ts'
import { findState } from './store/integration-states.ts'
import { ordersOfSession } from './store/provider-orders.ts'
import type { Account } from './vendors/hosted-provider.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'

const fields = z.record(z.string(), z.unknown())

/**
 * Whether new credentials pay the same merchant, as the provider proves: it accepts them with the account's own fields
 * unchanged, or tells them of an order of the account in use. With another wallet, they never do.
 */
export async function isSameAccount(
  deps: OpenAccountDeps,
  current: Integration,
  credentials: Record<string, unknown>,
): Promise<boolean> {
  const { mode, provider, account: number, wallet } = current
  const vendor = hostedProviders[provider]
  const newWallet = vendor.settlement(credentials).delivery.wallet
  if (newWallet?.toLowerCase() !== wallet?.toLowerCase()) return false
  const account = accountWith(deps, { mode, provider, number, credentials })
  try {
    if (await keepsFields(deps, current, credentials)) {
      await vendor.check(account)
      return true
    }
    return vendor.isQueryOwn && (await findsOrder(deps, current, account))
  } catch (error) {
    if (error instanceof VendorFailed || error instanceof VendorRefused) return false
    throw error
  }
}

async function keepsFields(
  { openSealed }: OpenAccountDeps,
  current: Integration,
  credentials: Record<string, unknown>,
): Promise<boolean> {
  const { accountFields } = hostedProviders[current.provider]
  const text = await openSealed(current.credentials, credentialsContext(current))
  const known = fields.parse(JSON.parse(text))
  return (
    accountFields.length > 0 && accountFields.every((name) => known[name] === credentials[name])
  )
}

/** By the provider's own id of its payment: what we name it, another account could name the same. */
async function findsOrder(
  { table }: OpenAccountDeps,
  { mode, provider, account: number }: Integration,
  account: Account,
): Promise<boolean> {
  const state = await findState(table, { mode, provider })
  if (!state?.provenBy) return false
  const { sessionId, orderId } = state.provenBy
  const orders = await ordersOfSession(table, { mode, sessionId })
  const order = orders.find((each) => each.id === orderId && each.account === number)
  if (!order?.paymentId) return false
  const reports = await hostedProviders[provider].requery(account, order)
  return reports.some(({ paymentId }) => paymentId === order.paymentId)
}
