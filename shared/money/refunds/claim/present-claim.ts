import { addressUrl, chainById, transactionUrl } from '../../../chain/chains.ts'
import { formatBase } from '../../../kernel/money.ts'
import type { Merchant } from '../../../records/settings/rules/merchant.ts'
import type { Refund } from '../rules/refund.ts'
import type { ClaimView } from '../wire/claim.ts'

export function presentClaim(refund: Refund, merchant: Merchant): ClaimView {
  const { id, status, mode, amountBase, decimals, symbol: asset, chainId, address } = refund
  const { transfer, claimExpiresAt, createdAt } = refund
  const chain = chainById(chainId)
  return {
    id,
    status,
    livemode: mode === 'live',
    merchant,
    amount: formatBase(amountBase, decimals),
    asset,
    chainName: chain?.name ?? String(chainId),
    address,
    addressUrl: chain && address !== null ? addressUrl(chain, address) : null,
    transactionUrl: chain && transfer ? transactionUrl(chain, transfer.txHash) : null,
    expiresAt: (claimExpiresAt ?? createdAt).toISOString(),
  }
}
