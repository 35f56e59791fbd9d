import { type Mode, modes } from '../../shared/kernel/mode.ts'
import {
  type AdoptedAddresses,
  adoptAddresses,
  adoptedAtOnce,
} from '../../shared/restore/adopt-addresses.ts'
import { resumeIntake } from '../../shared/restore/resume-intake.ts'
import { type IntakeStop, stopIntake } from '../../shared/restore/stop-intake.ts'
import { searchedIndices } from '../../shared/wallet/highest-index-with-money.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf, type Outcome } from './command.ts'
import { readArgs } from './input-options.ts'
import { usageError } from './operate-error.ts'
import { textTable } from './text-table.ts'
import { type Unread, unreadLines } from './unread-lines.ts'
import { checkMode, type Money, moneyTable } from './wallet.ts'

export const restoreCommands: readonly Command[] = [
  {
    operation: stopIntake,
    usage: '[--mode live] [--dry-run] [--stop] [--accept-unread]',
    run: restore,
  },
  commandOf(adoptAddresses),
  commandOf(resumeIntake, {
    text: ({ mode, next }) => `New ${mode} sessions are accepted, from deposit address ${next} on.`,
  }),
]

type Options = {
  /** Says what would be done, and changes nothing. */
  dryRun: boolean
  /** Only stops the intake. */
  stopOnly: boolean
  /** Continues although a chain could not be read. */
  acceptUnread: boolean
}

type Restored = IntakeStop & {
  found: Money[]
  unread: Unread[]
  adopted: AdoptedAddresses['sessions']
  next?: number
}

/** Every step can be repeated, so a restore that was interrupted is run again. */
async function restore(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { wanted, options } = readOptions(args)
  const restored: Restored[] = []
  for (const mode of wanted) restored.push(await restoreMode(call, mode, options))
  const text = restored.map((one) => textOf(one, options)).join('\n\n')
  return { data: { dryRun: options.dryRun, modes: restored }, text }
}

function readOptions(args: readonly string[]): { wanted: readonly Mode[]; options: Options } {
  const { values } = readArgs(args, {
    mode: { type: 'string' },
    'dry-run': { type: 'boolean' },
    stop: { type: 'boolean' },
    'accept-unread': { type: 'boolean' },
  })
  const wanted = modes.filter((mode) => values.mode === undefined || values.mode === mode)
  if (wanted.length === 0) throw usageError('--mode must be live or test.')
  return {
    wanted,
    options: {
      dryRun: values['dry-run'] ?? false,
      stopOnly: values.stop ?? false,
      acceptUnread: values['accept-unread'] ?? false,
    },
  }
}

async function restoreMode(call: CallOperator, mode: Mode, options: Options): Promise<Restored> {
  const { dryRun, stopOnly, acceptUnread } = options
  const stopped = await call(stopIntake, { mode, dryRun })
  if (stopOnly) return { ...stopped, found: [], unread: [], adopted: [] }
  const search = await searchAndAdopt(call, stopped, options)
  if (dryRun || (search.unread.length > 0 && !acceptUnread)) return { ...stopped, ...search }
  const { next } = await call(resumeIntake, { mode })
  return { ...stopped, ...search, next }
}

type Search = Pick<Restored, 'found' | 'unread' | 'adopted'>

/** Searches until 20,000 addresses after the last one that may have been assigned hold nothing. */
async function searchAndAdopt(
  call: CallOperator,
  { mode, searchFrom, counters: [addresses] }: IntakeStop,
  { dryRun }: Options,
): Promise<Search> {
  const all: Search = { found: [], unread: [], adopted: [] }
  let from = searchFrom
  let until = (addresses?.after ?? 0) + searchedIndices
  while (from < until) {
    const { found, unread } = await checkMode(call, { mode, from, until })
    all.found.push(...found)
    all.unread.push(...unread)
    from = until
    if (dryRun) continue
    const { adopted, next } = await adopt(call, mode, found)
    all.adopted.push(...adopted)
    until = Math.max(until, next + searchedIndices)
  }
  return all
}

async function adopt(call: CallOperator, mode: Mode, found: readonly Money[]) {
  const adopted: AdoptedAddresses['sessions'] = []
  let highest = 0
  for (const [walletId, ofWallet] of Map.groupBy(found, (each) => each.walletId)) {
    for (let start = 0; start < ofWallet.length; start += adoptedAtOnce) {
      const batch = ofWallet.slice(start, start + adoptedAtOnce)
      const money = batch.map(({ index, chainId, symbol }) => ({ index, chainId, symbol }))
      const { sessions, next } = await call(adoptAddresses, { mode, walletId, money })
      adopted.push(...sessions)
      highest = Math.max(highest, next)
    }
  }
  return { adopted, next: highest }
}

function textOf(restored: Restored, { dryRun, stopOnly }: Options): string {
  const { mode, counters, found, unread, adopted, next } = restored
  const rows = counters.map(({ name, before, after }) => [name, String(before), String(after)])
  const counted = textTable(
    [mode.toUpperCase(), dryRun ? 'IS' : 'WAS', dryRun ? 'BECOMES' : 'IS'],
    rows,
  )
  if (stopOnly) return [counted, dryRun ? wouldStop : stoppedText(mode)].join('\n')
  return [
    counted,
    moneyTable(found),
    ...(dryRun ? [wouldStop] : [adoptedText(adopted.length)]),
    ...unreadLines(unread),
    ...(dryRun ? [] : [next === undefined ? unreadText(mode) : resumedText(mode, next)]),
  ].join('\n')
}

const wouldStop = 'Nothing was changed: this was a dry run.'
const stoppedText = (mode: Mode) =>
  `New ${mode} sessions are refused until npm run operate -- restore has run, or restore resume.`
const adoptedText = (count: number) =>
  `${count} lost sessions were added as closed ones. Their money is listed within 10 minutes: npm run operate -- deposits list`
const resumedText = (mode: Mode, next: number) =>
  `New ${mode} sessions are accepted again, from deposit address ${next} on.`
const unreadText = (mode: Mode) =>
  `New ${mode} sessions are still refused. Run this again once the chains respond, or with --accept-unread.`
