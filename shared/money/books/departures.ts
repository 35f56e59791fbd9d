import type { Chain } from '../../chain/chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { smaller } from '../../kernel/money.ts'
import { findDepartures } from './chain/find-departures.ts'
import { readTransaction, type ShownTransaction } from './chain/read-transaction.ts'
import type { Said } from './read-said.ts'
import { compareBooks } from './rules/compare-books.ts'
import type { Difference } from './rules/difference.ts'

/** Reads through one node. Throws `ChainUnavailable`. */
export type Read = <Result>(work: (client: ChainClient) => Promise<Result>) => Promise<Result>

type Departing = Omit<Parameters<typeof compareBooks>[0], 'said'> & {
  said: Said
  books: ReturnType<Said['books']>
  block: bigint
  read: Read
}

/** The differences of the books, with the transactions in which money left that no sweep names. */
export async function withDepartures(
  { chain, now }: { chain: Chain; now: Date },
  { said, books, shown, block, payouts, read }: Departing,
): Promise<Difference[]> {
  const { address, createdAt } = said
  const ageMs = now.getTime() - createdAt.getTime()
  const range = { fromBlock: blockBefore(chain, block, ageMs), toBlock: block }
  const hashes = await read((limited) => findDepartures(limited, { address, ...range }))
  const found = await readTransactions(read, new Set([...shown.transactions.keys(), ...hashes]))
  return compareBooks({ said: books, shown: { ...shown, transactions: found }, payouts })
}

/** No later than the block of that age: no chain is faster than twice its usual speed for long. */
function blockBefore({ blockTimeMs }: Chain, block: bigint, ageMs: number): bigint {
  const blocks = BigInt(Math.ceil((2 * Math.max(0, ageMs)) / blockTimeMs)) + 1000n
  return block - smaller(block, blocks)
}

/** By hash, without those that the node doesn't have. */
export async function readTransactions(
  read: Read,
  hashes: ReadonlySet<string>,
): Promise<Map<string, ShownTransaction>> {
  const found = new Map<string, ShownTransaction>()
  for (const hash of hashes) {
    const transaction = await read(({ node }) => readTransaction(node, hash))
    if (transaction) found.set(hash, transaction)
  }
  return found
}
