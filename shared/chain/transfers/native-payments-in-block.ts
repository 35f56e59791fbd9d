import type { Client } from 'viem'
import { getBlock } from 'viem/actions'
import { coinBalance } from '../balances/balance-at.ts'
import type { HexAddress } from '../chain.ts'
import { largest } from '../nodes/largest.ts'
import {
  directPayments,
  type FullBlock,
  inBlock,
  type NativePayment,
  sumBase,
} from './direct-payments.ts'
import type { FoundTransfer } from './found-transfer.ts'
import { traceValueTransfers } from './trace-value-transfers.ts'

/** An address's gain in a block (negative for a loss), and the payments that explain a gain. */
export type BlockPayments = { gainedBase: bigint; payments: FoundTransfer[] }

/**
 * Explains a balance increase by the block's own transactions if they suffice, otherwise by its traces. What remains
 * unexplained is returned as a payment without a transaction: counting the money matters more than knowing its hash. If
 * money also left the address in the same block, the remainder is unknown, and only payments with a transaction are
 * returned.
 */
export async function nativePaymentsInBlock(
  node: Client,
  { address, blockNumber }: { address: HexAddress; blockNumber: bigint },
): Promise<BlockPayments> {
  const block = await getBlock(node, { blockNumber, includeTransactions: true })
  const gainedBase = await gainedIn(node, block, address)
  if (gainedBase <= 0n) return { gainedBase, payments: [] }
  const direct = await directPayments(node, block, address)
  const named =
    sumBase(direct) >= gainedBase ? direct : ((await traced(node, block, address)) ?? direct)
  const missingBase = gainedBase - sumBase(named)
  const unnamed = missingBase > 0n ? [{ txHash: null, from: null, amountBase: missingBase }] : []
  return {
    gainedBase,
    payments: [...named, ...unnamed].map((payment) => inBlock(payment, block)),
  }
}

const maxPayments = 16

async function traced(
  node: Client,
  block: FullBlock,
  address: HexAddress,
): Promise<NativePayment[] | undefined> {
  const payments = await traceValueTransfers(node, block, address)
  return payments && largest(payments, maxPayments, ({ amountBase }) => amountBase)
}

/** Compares the states after exactly this block and after its parent, even if a reorg happens meanwhile. */
async function gainedIn(
  node: Client,
  { number, hash, parentHash }: FullBlock,
  address: HexAddress,
): Promise<bigint> {
  const [after, before] = await Promise.all([
    coinBalance(node, address, { blockHash: hash, requireCanonical: true }),
    number === 0n ? 0n : coinBalance(node, address, { blockHash: parentHash }),
  ])
  return after - before
}
