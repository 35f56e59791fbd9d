import type { ChainAsset } from '../../../chain/chains.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { heldBy } from '../../holdings/held-by.ts'
import { holdingDue, loadHoldings } from '../../holdings/store/holdings.ts'

type Unswept = { chainId: number; assets: readonly ChainAsset[] }

/**
 * Makes assets due that an address holds on a chain, if they have no holding: then the session was closed by a version
 * that did not note what has to be swept.
 */
export async function noteUnswept(
  { table, now }: { table: Table; now: () => Date },
  session: CheckoutSession,
  { chainId, assets }: Unswept,
): Promise<void> {
  if (assets.length === 0) return
  const holdings = await loadHoldings(table, { mode: session.mode, sessionId: session.id })
  const isNoted = ({ tokenAddress }: ChainAsset) =>
    holdings.some((one) => one.chainId === chainId && one.tokenAddress === tokenAddress)
  const writes = assets
    .filter((asset) => !isNoted(asset))
    .map(({ symbol, tokenAddress, decimals }) =>
      holdingDue(heldBy(session, { chainId, asset: symbol, tokenAddress, decimals }), now()),
    )
  if (writes.length > 0) await transact(table, writes)
}
