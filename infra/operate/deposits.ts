import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import { type Command, modesOf, readArgs } from './command.ts'
import { usageError } from './operate-error.ts'
import { textTable } from './text-table.ts'

const depositList = z.object({
  deposits: z.array(
    z.object({
      id: z.string(),
      mode: z.enum(modes),
      sessionId: z.string(),
      address: z.string(),
      chainId: z.int(),
      symbol: z.string(),
      amount: z.string(),
      reason: z.string(),
      seenAt: z.string(),
      cursor: z.string(),
    }),
  ),
  hasMore: z.boolean(),
})

/** `deposits list`: money at deposit addresses that no session counts, newest first. */
export const deposits: Command = async (call, args) => {
  const [action, ...rest] = args
  if (action !== 'list') throw usageError('deposits takes list.')
  const { values } = readArgs(rest, {
    mode: { type: 'string' },
    limit: { type: 'string', default: '25' },
    before: { type: 'string' },
  })
  const limit = Number(values.limit)
  const query = { command: 'list', limit, before: values.before }
  const lists = await Promise.all(
    modesOf(values.mode).map(async (mode) =>
      depositList.parse(await call('operator-deposits', { ...query, mode })),
    ),
  )
  const all = lists.flatMap((list) => list.deposits)
  const shown = all.sort((a, b) => (a.cursor < b.cursor ? 1 : -1)).slice(0, limit)
  const hasMore = all.length > shown.length || lists.some((list) => list.hasMore)
  const data = { deposits: shown, nextCursor: hasMore ? (shown.at(-1)?.cursor ?? null) : null }
  if (shown.length === 0) return { data, text: 'There are no unmatched deposits.' }
  const rows = shown.map((d) => [
    d.seenAt,
    d.mode,
    String(d.chainId),
    `${d.amount} ${d.symbol}`,
    d.reason,
    d.address,
    d.sessionId,
    d.id,
  ])
  const table = textTable(
    ['SEEN', 'MODE', 'CHAIN', 'AMOUNT', 'WHY', 'ADDRESS', 'SESSION', 'DEPOSIT'],
    rows,
  )
  const more = data.nextCursor ? `\nFor older ones, add: --before '${data.nextCursor}'` : ''
  return { data, text: table + more }
}
