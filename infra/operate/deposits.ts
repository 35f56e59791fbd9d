import * as z from 'zod'
import { modes } from '../../shared/domain/mode.ts'
import { type Command, modesOf, readArgs } from './command.ts'
import { usageError } from './operate-error.ts'
import { textTable } from './text-table.ts'

const depositList = z.object({
  deposits: z.array(
    z.object({
      mode: z.enum(modes),
      sessionId: z.string(),
      address: z.string(),
      chainId: z.int(),
      symbol: z.string(),
      amount: z.string(),
      reason: z.string(),
      seenAt: z.string(),
    }),
  ),
})

/** `deposits list`: money at deposit addresses that no session counts. */
export const deposits: Command = async (call, args) => {
  const [action, ...rest] = args
  if (action !== 'list') throw usageError('deposits takes list.')
  const { values } = readArgs(rest, { mode: { type: 'string' } })
  const lists = await Promise.all(
    modesOf(values.mode).map(async (mode) =>
      depositList.parse(await call('operator-deposits', { command: 'list', mode })),
    ),
  )
  const data = { deposits: lists.flatMap((list) => list.deposits) }
  if (data.deposits.length === 0) return { data, text: 'There are no unmatched deposits.' }
  const rows = data.deposits.map((d) => [
    d.seenAt,
    d.mode,
    String(d.chainId),
    `${d.amount} ${d.symbol}`,
    d.reason,
    d.address,
    d.sessionId,
  ])
  return {
    data,
    text: textTable(['SEEN', 'MODE', 'CHAIN', 'AMOUNT', 'WHY', 'ADDRESS', 'SESSION'], rows),
  }
}
