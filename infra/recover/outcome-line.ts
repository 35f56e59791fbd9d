import { chainById, transactionUrl } from '../../shared/chain/chains.ts'
import { formatBase } from '../../shared/kernel/money.ts'
import type { Outcome } from './recovered-chain.ts'

export function outcomeLine(outcome: Outcome): string {
  const { address, chainId, asset, amountBase } = outcome
  const amount = amountBase > 0n ? `${formatBase(amountBase, asset.decimals)} ` : ''
  const name = `${amount}${asset.symbol} of ${address} on chain ${chainId}`
  if ('reason' in outcome) return `Not sent: ${name}: ${outcome.reason}.`
  const chain = chainById(chainId)
  return `Sent: ${name}: ${chain ? (transactionUrl(chain, outcome.hash) ?? outcome.hash) : outcome.hash}`
}
