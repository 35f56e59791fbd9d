import type { ChainClient } from '../../chain/open-chain.ts'
import type { Mode } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { confirmedMoney } from '../../payments/ledger/scanning/confirmed-money.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { type Acceptable, isOnChain } from './acceptable-money.ts'
import { refusePayment } from './rules/payment-refusals.ts'

type Services = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

/**
 * Checks the chain again, since only money on it that is confirmed now can be accepted. Throws `state_changed`,
 * `unsupported_chain` and `ChainUnavailable`.
 */
export async function requireConfirmed(
  { table, now, settings, chains }: Services,
  session: CheckoutSession,
  money: readonly Acceptable[],
): Promise<void> {
  const [policy, enabled] = await Promise.all([settings(session.mode), chains(session.mode)])
  for (const each of money.filter(isOnChain)) {
    const client = enabled.find(({ chain }) => chain.chainId === each.chainId)
    if (!client)
      throw refusePayment('money_on_disabled_chain', { chainId: each.chainId, name: each.name })
    const { tokenAddress } = each
    const reading = { client, tokenAddress }
    const confirmedBase = await confirmedMoney({ table, now, settings: policy }, session, reading)
    const partBase = each.partOf(confirmedBase)
    if (partBase < each.amountBase) {
      throw refusePayment('money_not_confirmed', {
        confirmed: formatBase(partBase, each.decimals),
        amount: amountText(each),
        name: each.name,
        chain: client.chain.name,
      })
    }
  }
}

/** Such as `0.5 ETH`. */
export function amountText(money: Acceptable): string {
  if (!isOnChain(money)) {
    const { paid } = money.payment
    return paid ? `${paid.amount} ${paid.currency}` : 'an unknown amount'
  }
  const { amountBase, decimals, symbol } = money
  return `${formatBase(amountBase, decimals)} ${symbol}`
}
