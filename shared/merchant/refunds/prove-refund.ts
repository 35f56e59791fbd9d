import { isHash } from 'viem'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { ChainAsset } from '../../chain/chains.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { type Paying, paidBy } from '../../chain/transfers/paid-by.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { formatBase, parseDecimal } from '../../kernel/money.ts'

export type CheckingRefund = {
  ask: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
  onUnread: (error: unknown) => void
}

type Claimed = { hash: string; chainId: number; coin: ChainAsset; amount: string }

/**
 * Whom the transaction paid that amount, or null if no payment of that coin can be seen in it, as with wallets that are
 * contracts. Throws if it failed, is not in a block that nodes agree on, or paid another amount.
 */
export async function provenRefund(
  { ask, chains, onUnread }: CheckingRefund,
  mode: Mode,
  claimed: Claimed,
): Promise<string | null> {
  const { hash, chainId, coin, amount } = claimed
  const client = (await chains(mode)).find(({ chain }) => chain.chainId === chainId)
  if (!client)
    throw refused(`Chain ${chainId} is not enabled, so the transaction can’t be checked.`)
  if (!isHash(hash)) throw refused('This is not the hash of a transaction.')
  const { name } = client.chain
  const paying = await ask(client, () => paidBy(client, hash, coin.tokenAddress)).catch(
    (error: unknown) => {
      if (!(error instanceof ChainUnavailable)) throw error
      onUnread(error)
      throw unread(name)
    },
  )
  if (!paying)
    throw refused(`No block of ${name} has this transaction yet. Wait until it is confirmed.`)
  if (!paying.isSuccess)
    throw refused(`This transaction failed on ${name}, so it refunded nothing.`)
  return recipientOf(paying, { coin, amount })
}

function recipientOf({ payments }: Paying, { coin, amount }: Pick<Claimed, 'coin' | 'amount'>) {
  const { symbol, decimals } = coin
  const wantedBase = baseOf(amount, decimals)
  const found = payments.find(({ amountBase }) => amountBase === wantedBase)
  if (found) return found.recipient
  if (payments.length === 0 && coin.tokenAddress === null) return null
  const paid = payments.map(({ amountBase }) => `${formatBase(amountBase, decimals)} ${symbol}`)
  const instead = paid.length > 0 ? `It paid ${paid.join(', ')}.` : `It paid no ${symbol}.`
  throw refused(`This transaction did not pay ${amount} ${symbol}. ${instead}`, 'amount')
}

function baseOf(amount: string, decimals: number): bigint {
  const parsed = parseDecimal(amount, decimals)
  if (parsed) return parsed.units * 10n ** BigInt(decimals - parsed.scale)
  throw refused(`The amount must have at most ${decimals} decimals.`, 'amount')
}

function refused(message: string, param = 'txHash'): ServiceError {
  return new ServiceError('parameter_invalid', message, { param })
}

function unread(name: string): ServiceError {
  const message = `${name} can’t be read right now, so the transaction can’t be checked. Try again in a moment.`
  return new ServiceError('timed_out', message)
}
