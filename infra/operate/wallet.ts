import * as z from 'zod'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { eitherMode } from '../../shared/operators/wire/operator-input.ts'
import {
  checkSkippedAddresses,
  type SkippedMoney,
} from '../../shared/wallet/check-skipped-addresses.ts'
import { skipAddresses } from '../../shared/wallet/skip-addresses.ts'
import { derivationIndex } from '../../shared/wallet/wire/derivation-index.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf, type Outcome } from './command.ts'
import { inputUsage, readInput } from './input-options.ts'
import { textTable } from './text-table.ts'
import { type Unread, unreadLines } from './unread-lines.ts'

/** The terminal's input: it makes one call after another, mode by mode. */
const wholeCheck = {
  ...checkSkippedAddresses,
  body: z.strictObject({
    mode: eitherMode,
    until: derivationIndex.meta({ examples: [500] }).optional(),
  }),
}

export const walletCommands: readonly Command[] = [
  { operation: checkSkippedAddresses, usage: inputUsage(wholeCheck), run: checkAll },
  commandOf(skipAddresses, {
    text: ({ mode, changed, next }) =>
      `${changed ? 'New' : 'Nothing was changed: new'} ${mode} sessions begin at deposit address ${next}.`,
  }),
]

type Money = SkippedMoney & { mode: Mode }
type Checked = { found: Money[]; unread: Unread[] }

async function checkAll(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { mode: wanted, ...input } = readInput(wholeCheck, args)
  const found: Money[] = []
  const unread: Unread[] = []
  for (const mode of modes.filter((each) => wanted === undefined || each === wanted)) {
    // One call checks as much as its time allows.
    for (let from: number | undefined = 0; from !== undefined; ) {
      const part: Part = await call(checkSkippedAddresses, { ...input, mode, from })
      found.push(...part.found.map((one) => ({ ...one, mode })))
      unread.push(...part.unread.map((one) => ({ ...one, mode })))
      from = part.next
    }
  }
  return { data: { found, unread }, text: textOf({ found, unread }) }
}

type Part = z.infer<(typeof checkSkippedAddresses)['success']['schema']>

function textOf({ found, unread }: Checked): string {
  return [moneyTable(found), ...skipAdvice(found), ...unreadLines(unread)].join('\n')
}

function moneyTable(found: readonly Money[]): string {
  if (found.length === 0) return 'There is no money at addresses without a session.'
  const rows = found.map(({ mode, index, chainId, amount, symbol, address }) => [
    ...[mode, String(index), String(chainId), `${amount} ${symbol}`, address],
  ])
  return textTable(['MODE', 'INDEX', 'CHAIN', 'AMOUNT', 'ADDRESS'], rows)
}

/** Addresses in use must not be allocated again. */
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
