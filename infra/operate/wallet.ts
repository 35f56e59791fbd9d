import * as z from 'zod'
import type { Mode } from '../../shared/kernel/mode.ts'
import { type Command, modesOf, type Outcome, readArgs, readMode } from './command.ts'
import { usageError } from './operate-error.ts'
import type { CallOperator } from './operator-functions.ts'
import { textTable } from './text-table.ts'
import { type Unread, unread, unreadLines } from './unread-lines.ts'

const money = z.object({
  index: z.int(),
  address: z.string(),
  chainId: z.int(),
  symbol: z.string(),
  tokenAddress: z.string().nullable(),
  amount: z.string(),
  isAhead: z.boolean(),
})

const checked = z.object({
  found: z.array(money),
  unread: z.array(unread),
  next: z.int().optional(),
})

const skipped = z.object({ changed: z.boolean(), next: z.int() })

/** `wallet check | skip`. */
export const wallet: Command = async (call, args) => {
  const [action, ...rest] = args
  switch (action) {
    case 'check':
      return check(call, rest)
    case 'skip':
      return skip(call, rest)
    default:
      throw usageError('wallet takes check or skip.')
  }
}

type Money = z.infer<typeof money> & { mode: Mode }

async function check(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { values } = readArgs(args, { mode: { type: 'string' }, until: { type: 'string' } })
  const until = values.until === undefined ? undefined : readIndex(values.until, '--until')
  const found: Money[] = []
  const missed: Unread[] = []
  for (const mode of modesOf(values.mode)) {
    // One call checks as much as it has time for.
    for (let from: number | undefined = 0; from !== undefined; ) {
      const part: z.infer<typeof checked> = checked.parse(
        await call('operator-wallet', { command: 'check', mode, from, until }),
      )
      found.push(...part.found.map((one) => ({ ...one, mode })))
      missed.push(...part.unread.map((one) => ({ ...one, mode })))
      from = part.next
    }
  }
  const lines = [moneyTable(found), ...skipAdvice(found), ...unreadLines(missed)]
  return { data: { found, unread: missed }, text: lines.join('\n') }
}

function moneyTable(found: readonly Money[]): string {
  if (found.length === 0) return 'There is no money at addresses without a session.'
  const rows = found.map(({ mode, index, chainId, amount, symbol, address }) => [
    ...[mode, String(index), String(chainId), `${amount} ${symbol}`, address],
  ])
  return textTable(['MODE', 'INDEX', 'CHAIN', 'AMOUNT', 'ADDRESS'], rows)
}

/** Addresses that are in use must not be given out. */
function skipAdvice(found: readonly Money[]): string[] {
  const ahead = Map.groupBy(
    found.filter(({ isAhead }) => isAhead),
    ({ mode }) => mode,
  )
  return [...ahead].map(([mode, ofMode]) => {
    const highest = Math.max(...ofMode.map(({ index }) => index))
    return `New ${mode} sessions would still get addresses up to index ${highest}, which are in use. Skip them: npm run operate -- wallet skip --mode ${mode} --highest-index ${highest}`
  })
}

async function skip(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { values } = readArgs(args, {
    mode: { type: 'string' },
    'highest-index': { type: 'string' },
  })
  const mode = readMode(values.mode)
  const highestIndex = readIndex(values['highest-index'], '--highest-index')
  const data = skipped.parse(await call('operator-wallet', { command: 'skip', mode, highestIndex }))
  const done = data.changed ? 'New' : 'Nothing was changed: new'
  return { data, text: `${done} ${mode} sessions begin at deposit address ${data.next}.` }
}

function readIndex(text: string | undefined, option: string): number {
  const index = z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .safeParse(text)
  if (index.success) return index.data
  throw usageError(`${option} must be the index of a deposit address, such as 25000.`)
}
