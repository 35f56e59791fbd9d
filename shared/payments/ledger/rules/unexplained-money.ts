import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import type { Transfer } from './transfer.ts'

/** Balance of the address at a block. */
type Holding = {
  balanceBase: bigint
  block: { number: bigint; hash: string; timestamp: Date }
}

/**
 * Money that the address holds and that no search explains, as transfers without a transaction, so that it counts even
 * without a hash. It counts from the first scan that saw it. If that scan was the first one past the deadline, it
 * counts as in time: in doubt, the customer wins.
 */
export function unexplainedMoney(
  session: Pick<CheckoutSession, 'status' | 'expiresAt' | 'lock'>,
  { known, found }: { known: readonly Transfer[]; found: readonly Transfer[] },
  { balanceBase, block }: Holding,
): Transfer[] {
  let missingBase = balanceBase - found.reduce((sum, { amountBase }) => sum + amountBase, 0n)
  const kept: Transfer[] = []
  for (const transfer of known.filter((t) => isUnexplained(t) && !isAmong(found, t))) {
    if (missingBase <= 0n) break
    const isWhole = transfer.amountBase <= missingBase
    const amountBase = isWhole ? transfer.amountBase : missingBase
    kept.push({ ...transfer, amountBase })
    missingBase -= amountBase
  }
  if (missingBase <= 0n) return kept
  const deadline = new Date(Math.floor(session.expiresAt.getTime() / 1000) * 1000)
  const ranLate = session.status === 'pending' && block.timestamp > deadline
  const newest: Transfer = {
    chainId: session.lock.chainId,
    tokenAddress: session.lock.tokenAddress,
    txHash: null,
    logIndex: null,
    from: null,
    orphaned: false,
    amountBase: missingBase,
    blockNumber: block.number,
    blockHash: block.hash,
    blockTime: ranLate ? deadline : block.timestamp,
  }
  return [...kept, newest]
}

function isUnexplained({ txHash, orphaned }: Transfer): boolean {
  return txHash === null && !orphaned
}

function isAmong(transfers: readonly Transfer[], { blockNumber }: Transfer): boolean {
  return transfers.some((t) => t.txHash === null && t.blockNumber === blockNumber)
}
