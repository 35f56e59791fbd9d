import { VendorFailed, VendorRefused } from '../../chain/notifiers/vendor-request.ts'
import { type ApplyReportDeps, applyReport } from './apply-report.ts'
import type { ProviderOrder } from './rules/provider-order.ts'
import { noteHealth } from './store/integration-states.ts'
import { sessionReferred } from './store/provider-orders.ts'
import type { Account } from './vendors/hosted-provider.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'

/**
 * Asks a provider about an order and applies what it says. Returns the payments that it reported; undefined if it can't be
 * asked now, which the operator then sees. What it says about other sessions is not believed.
 */
export async function askProvider(
  deps: ApplyReportDeps,
  account: Account,
  order: ProviderOrder,
): Promise<readonly string[] | undefined> {
  const { mode, provider, sessionId } = order
  try {
    const reported: string[] = []
    for (const report of await hostedProviders[provider].requery(account, order)) {
      const meant = await sessionReferred(deps.table, { ...report.reference, mode, provider })
      if (meant !== sessionId) continue
      await applyReport(deps, { mode, provider, account: order.account, report })
      reported.push(report.paymentId)
    }
    return reported
  } catch (error) {
    if (!(error instanceof VendorFailed || error instanceof VendorRefused)) throw error
    await noteHealth(deps.table, order, { now: deps.now(), problem: error.message })
    return undefined
  }
}
