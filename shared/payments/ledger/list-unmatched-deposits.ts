import * as z from 'zod'
import { chainName } from '../../chain/chains.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { eitherMode, listLimit, modesOf, timedCursor } from '../../kernel/wire/operator-input.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import { depositId, openBase, unmatchedReasons } from './rules/unmatched-deposit.ts'
import { type ListedDeposit, pageUnmatchedDeposits } from './store/unmatched-deposits.ts'

const listedDeposit = z.object({
  id: z.string(),
  mode: z.enum(modes),
  sessionId: z.string(),
  address: z.string(),
  chainId: z.int(),
  chain: z.string(),
  symbol: z.string(),
  /** The token's contract; null for a native coin. */
  tokenAddress: z.string().nullable(),
  amount: z.string(),
  reason: z.enum(unmatchedReasons),
  seenAt: timestamp,
  /** Its position in the list. */
  cursor: z.string(),
})

const depositPage = z.object({
  deposits: z.array(listedDeposit),
  nextCursor: z.string().nullable(),
})

type ListedDepositBody = z.infer<typeof listedDeposit>
export type DepositPage = z.infer<typeof depositPage>

export const listUnmatchedDeposits = operatorOperation({
  name: 'list-unmatched-deposits',
  role: 'viewer',
  command: 'deposits list',
  input: z.strictObject({
    mode: eitherMode,
    limit: listLimit,
    before: timedCursor,
  }),
  output: depositPage,
  touches: { table: 'read' },
  docs: { summary: 'List money at deposit addresses that no session counts, newest first' },
  /** Sorts deposits of both modes together. */
  async run({ table }, { input: { mode: given, limit, before } }) {
    const pages = await Promise.all(
      modesOf(given).map(async (mode) => {
        const page = await pageUnmatchedDeposits(table, mode, { limit, before })
        return { ...page, items: page.items.map((item) => present(mode, item)) }
      }),
    )
    const all = pages.flatMap(({ items }) => items)
    const deposits = all.sort((a, b) => (a.cursor < b.cursor ? 1 : -1)).slice(0, limit)
    const hasMore = all.length > deposits.length || pages.some(({ nextCursor }) => nextCursor)
    return { result: { deposits, nextCursor: hasMore ? (deposits.at(-1)?.cursor ?? null) : null } }
  },
})

function present(mode: Mode, { deposit, cursor }: ListedDeposit): ListedDepositBody {
  const { sessionId, address, chainId, symbol, tokenAddress, reason, seenAt } = deposit
  return {
    id: depositId(deposit),
    mode,
    sessionId,
    address,
    chainId,
    symbol,
    tokenAddress,
    reason,
    chain: chainName(chainId),
    amount: formatBase(openBase(deposit), deposit.decimals),
    seenAt: seenAt.toISOString(),
    cursor,
  }
}
