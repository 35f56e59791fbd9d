import { rpcRefusal } from '../nodes/rpc-refusal.ts'

export type Balance = { blockNumber: bigint; base: bigint }

export type BalanceAt = (blockNumber: bigint) => Promise<Balance>

/**
 * The balance after block `from` or, if the node no longer has that state, after the oldest block whose state it has.
 * `newest` is a balance that the node returned. Ordinary nodes keep the states of only the last hundred blocks or so.
 */
export async function oldestBalance(
  balanceAt: BalanceAt,
  from: bigint,
  newest: Balance,
): Promise<Balance> {
  const target = await balanceIfKept(balanceAt, from)
  if (target) return target
  let missing = from
  let oldest = newest
  while (oldest.blockNumber - missing > 1n) {
    const middle = (missing + oldest.blockNumber) / 2n
    const balance = await balanceIfKept(balanceAt, middle)
    if (balance) oldest = balance
    else missing = middle
  }
  return oldest
}

async function balanceIfKept(balanceAt: BalanceAt, block: bigint): Promise<Balance | undefined> {
  try {
    return await balanceAt(block)
  } catch (error) {
    if (isStateMissing(error)) return undefined
    throw error
  }
}

/**
 * Whether a node no longer has the requested state. There is no error code for it, and messages differ by node
 * software.
 */
export function isStateMissing(error: unknown): boolean {
  const details = rpcRefusal(error)?.details ?? ''
  return /missing trie node|state|prun|archive|historical|BlockOutOfRange/i.test(details)
}
