import * as z from 'zod'
import {
  checkSkippedAddresses,
  type SkippedMoney,
} from '../../shared/admin/restore/check-skipped-addresses.ts'
import { skipAddresses } from '../../shared/admin/restore/skip-addresses.ts'
import { type AddedWallet, addWallet } from '../../shared/admin/setup/add-wallet.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { eitherMode } from '../../shared/kernel/wire/operator-input.ts'
import { type ListedWallets, listWallets } from '../../shared/payments/wallet/list-wallets.ts'
import { firstWalletId } from '../../shared/payments/wallet/rules/wallet-id.ts'
import { derivationIndex } from '../../shared/payments/wallet/wire/derivation-index.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf, type Outcome } from './command.ts'
import { createWalletCommand } from './create-wallet.ts'
import { inputUsage, readArgs, readInput } from './input-options.ts'
import { usageError } from './operate-error.ts'
import { readMnemonic } from './read-mnemonic.ts'
import { textTable } from './text-table.ts'
import { type Unread, unreadLines } from './unread-lines.ts'
import { watchAccountsCommand } from './watch-accounts.ts'
import { withoutRefusal } from './without-refusal.ts'

/** The terminal's input: it makes one call after another, mode by mode. */
const wholeCheck = {
  ...checkSkippedAddresses,
  body: z.strictObject({
    mode: eitherMode,
    until: derivationIndex.meta({ examples: [500] }).optional(),
  }),
}

export const walletCommands: readonly Command[] = [
  commandOf(listWallets, { text: listText }),
  createWalletCommand,
  watchAccountsCommand,
  commandOf(addWallet, {
    usage: '[--new-mnemonic] [--may-hold-money] [--highest-live 25000] [--highest-test 300]',
    read: readNewWallet,
    text: (added) => addedText(withoutRefusal(added)),
  }),
  { operation: checkSkippedAddresses, usage: inputUsage(wholeCheck), run: checkAll },
  commandOf(skipAddresses, {
    text: ({ mode, changed, next }) =>
      `${changed ? 'New' : 'Nothing was changed: new'} ${mode} sessions begin at deposit address ${next}.`,
  }),
]

export type Money = SkippedMoney & { mode: Mode }
type Checked = { found: Money[]; unread: Unread[] }

async function checkAll(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { mode: wanted, ...input } = readInput(wholeCheck, args)
  const found: Money[] = []
  const unread: Unread[] = []
  for (const mode of modes.filter((each) => wanted === undefined || each === wanted)) {
    const checked = await checkMode(call, { ...input, mode, from: 0 })
    found.push(...checked.found)
    unread.push(...checked.unread)
  }
  return { data: { found, unread }, text: textOf({ found, unread }) }
}

type CheckedRange = {
  mode: Mode
  from: number
  until?: number | undefined
  /** Since when addresses may have been swept without the table knowing. */
  since?: string | undefined
}

/** Checks all wallets of a mode from an index on. One call checks as much of a wallet as its time allows. */
export async function checkMode(
  call: CallOperator,
  { mode, from, ...input }: CheckedRange,
): Promise<Checked> {
  const found: Money[] = []
  const unread: Unread[] = []
  let place: Place | undefined = { walletId: firstWalletId, from }
  while (place !== undefined) {
    const { walletId }: Place = place
    const part: Part = await call(checkSkippedAddresses, { ...input, ...place, mode })
    found.push(...part.found.map((one) => ({ ...one, mode })))
    unread.push(...part.unread.map((one) => ({ ...one, mode })))
    place = placeAfter(walletId, part, from)
  }
  return { found, unread }
}

type Part = z.infer<(typeof checkSkippedAddresses)['success']['schema']>
type Place = { walletId: string; from: number }

function placeAfter(walletId: string, { next, nextWallet }: Part, from: number): Place | undefined {
  if (next !== undefined) return { walletId, from: next }
  return nextWallet === undefined ? undefined : { walletId: nextWallet, from }
}

function textOf({ found, unread }: Checked): string {
  return [moneyTable(found), ...skipAdvice(found), ...unreadLines(unread)].join('\n')
}

export function moneyTable(found: readonly Money[]): string {
  if (found.length === 0) return 'There is no money at addresses without a session.'
  const rows = found.map(({ mode, walletId, index, chainId, amount, symbol, address }) => [
    ...[mode, walletId, String(index), String(chainId)],
    ...[amount === '0' ? `${symbol}, swept` : `${amount} ${symbol}`, address],
  ])
  return textTable(['MODE', 'WALLET', 'INDEX', 'CHAIN', 'AMOUNT', 'ADDRESS'], rows)
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

/** The mnemonic is asked for. */
async function readNewWallet(args: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = readArgs(args, {
    'new-mnemonic': { type: 'boolean' },
    'may-hold-money': { type: 'boolean' },
    'highest-live': { type: 'string' },
    'highest-test': { type: 'string' },
  })
  const highestIndex = {
    ...indexIn('live', values['highest-live']),
    ...indexIn('test', values['highest-test']),
  }
  const mnemonicIsNew = values['new-mnemonic'] ?? false
  const mayHoldMoney = values['may-hold-money'] ?? false
  return { mnemonic: await readMnemonic(), mnemonicIsNew, mayHoldMoney, highestIndex }
}

function indexIn(mode: Mode, text: string | undefined): Partial<Record<Mode, number>> {
  if (text === undefined) return {}
  if (/^\d{1,10}$/.test(text)) return { [mode]: Number(text) }
  throw usageError(`--highest-${mode} must be the highest index in use, such as 25000.`)
}

function addedText({ walletId, firstIndex, unread }: AddedWallet): string {
  const { live, test } = firstIndex
  return [
    `${walletId} is added. Within a minute, new sessions use it, from index ${live} (live) and ${test} (test) on.`,
    'The earlier wallets stay watched, and their money is swept as before: keep their mnemonics.',
    ...unreadLines(unread),
  ].join('\n')
}

function listText({ wallets, next }: ListedWallets): string {
  if (wallets.length === 0) return 'The instance has no wallet yet: run setup.'
  const rows = wallets.flatMap(({ walletId, addedAt, addresses }) =>
    addresses.map(({ mode, firstAddress, gasWallet }) => [
      ...[walletId, addedAt, mode, firstAddress, gasWallet ?? 'known after the first sweep'],
    ]),
  )
  const watched = wallets.flatMap(({ addresses }) =>
    addresses.filter((one) => one.watched !== null),
  )
  return [
    textTable(['WALLET', 'ADDED', 'MODE', 'FIRST DEPOSIT ADDRESS', 'GAS WALLET'], rows),
    ...watched.map(
      ({ mode, watched: account }) =>
        `Watch-only: to sweep ${mode} mode, run on a machine that you trust with the words: npm run recover -- --mode ${mode} --account "${account}" --next-index ${next[mode]} --sweep --to YOUR_ADDRESS`,
    ),
    `New sessions use ${wallets.at(-1)?.walletId}, at index ${next.live} (live) and ${next.test} (test).`,
  ].join('\n\n')
}
