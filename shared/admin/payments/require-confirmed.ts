import type { ChainClient } from '../../chain/open-chain.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { confirmedMoney } from '../../payments/ledger/scanning/confirmed-money.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { type Acceptable, isOnChain, type OnChainMoney } from './acceptable-money.ts'

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
    if (!client) throw chainDisabled(each)
    const { tokenAddress } = each
    const reading = { client, tokenAddress }
    const confirmedBase = await confirmedMoney({ table, now, settings: policy }, session, reading)
    if (each.partOf(confirmedBase) < each.amountBase) {
      throw notConfirmed(each, confirmedBase, client.chain.name)
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

function chainDisabled({ chainId, name }: OnChainMoney): ServiceError {
  const message = `Chain ${chainId} is not enabled, so ${name} can't be confirmed. Configure its nodes again.`
  return new ServiceError('unsupported_chain', message, { param: 'deposits' })
}

function notConfirmed(each: OnChainMoney, confirmedBase: bigint, chain: string): ServiceError {
  const confirmed = formatBase(each.partOf(confirmedBase), each.decimals)
  const message = `Only ${confirmed} of ${amountText(each)} (${each.name}) is confirmed at its address on ${chain}. If a sweep is moving it, or it has just arrived, try again in a few minutes. If a reorg removed it, check the payment: npm run operate -- sessions check.`
  return new ServiceError('state_changed', message, { param: 'deposits' })
}
