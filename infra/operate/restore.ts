import {
  type AdoptedAddresses,
  adoptAddresses,
  adoptedAtOnce,
} from '../../shared/admin/restore/adopt-addresses.ts'
import { findLostSweeps } from '../../shared/admin/restore/find-lost-sweeps.ts'
import { resumeIntake } from '../../shared/admin/restore/resume-intake.ts'
import { type IntakeStop, stopIntake } from '../../shared/admin/restore/stop-intake.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { searchedIndices } from '../../shared/payments/wallet/highest-index-with-money.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf, type Outcome } from './command.ts'
import { readArgs, readTime } from './input-options.ts'
import { usageError } from './operate-error.ts'
import { type AccessList, accessLines, restoredAccess } from './restore-access.ts'
import { type CanceledChange, cancelChanges, canceledLines } from './restore-changes.ts'
import {
  allLostSweeps,
  noSweeps,
  noteLostSweeps,
  type Sweeps,
  sweepLines,
} from './restore-sweeps.ts'
import { textTable } from './text-table.ts'
import { type Unread, unreadLines } from './unread-lines.ts'
import { checkMode, type Money, moneyTable } from './wallet.ts'

export const restoreCommands: readonly Command[] = [
  {
    operation: stopIntake,
    usage: '[--mode live] [--since 2026-03-01T12:00:00Z] [--dry-run] [--stop] [--accept-unread]',
    run: restore,
  },
  commandOf(findLostSweeps, {
    usage: '--mode live|test --since 2026-03-01T12:00:00Z [--[no-]dry-run]',
    callWith: allLostSweeps,
    text: (sweeps) => {
      const lines = sweepLines({ ...sweeps, unchecked: [] })
      return lines.length > 0 ? lines.join('\n') : 'No sweep was lost.'
    },
  }),
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
  /** When the table was backed up, if it isn't as the table says. */
  since: string | undefined
}

type Restored = IntakeStop & {
  found: Money[]
  unread: Unread[]
  adopted: AdoptedAddresses['sessions']
  sweeps: Sweeps
  canceled: CanceledChange[]
  /** Whether sessions may be accepted again. */
  isComplete: boolean
  /** The first address of new sessions, if they are accepted again. */
  next?: number
}

/** Every step can be repeated, so a restore that was interrupted is run again. */
async function restore(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { wanted, options } = readOptions(args)
  const restored: Restored[] = []
  let listed: AccessList | undefined
  for (const mode of wanted) {
    const found = await restoreMode(call, mode, options)
    restored.push(found)
    if (options.stopOnly) continue
    // Before it accepts sessions again, so that dying here costs no addresses.
    listed ??= await restoredAccess(call, wanted)
    if (found.isComplete && !options.dryRun) found.next = (await call(resumeIntake, { mode })).next
  }
  const texts = restored.map((one) => textOf(one, options))
  const last = listed ? accessLines(listed).join('\n') : ''
  const text = [...texts, last].filter((part) => part !== '').join('\n\n')
  const { access = [], problem: accessProblem = null } = listed ?? {}
  return { data: { dryRun: options.dryRun, modes: restored, access, accessProblem }, text }
}

function readOptions(args: readonly string[]): { wanted: readonly Mode[]; options: Options } {
  const { values } = readArgs(args, {
    mode: { type: 'string' },
    'dry-run': { type: 'boolean' },
    stop: { type: 'boolean' },
    'accept-unread': { type: 'boolean' },
    since: { type: 'string' },
  })
  const wanted = modes.filter((mode) => values.mode === undefined || values.mode === mode)
  if (wanted.length === 0) throw usageError('--mode must be live or test.')
  return {
    wanted,
    options: {
      dryRun: values['dry-run'] ?? false,
      stopOnly: values.stop ?? false,
      acceptUnread: values['accept-unread'] ?? false,
      since: values.since === undefined ? undefined : readTime('since', values.since),
    },
  }
}

async function restoreMode(call: CallOperator, mode: Mode, options: Options): Promise<Restored> {
  const { dryRun, stopOnly, acceptUnread } = options
  const stopped = await call(stopIntake, { mode, dryRun })
  const nothing = { found: [], unread: [], adopted: [], sweeps: noSweeps, canceled: [] }
  if (stopOnly) return { ...stopped, ...nothing, isComplete: false }
  // Before anything else is decided about sessions whose addresses are empty now.
  const since = options.since ?? stopped.backedUpAt
  const canceled = await cancelChanges(call, { mode, since, dryRun })
  const known = await noteLostSweeps(call, { mode, since, dryRun })
  const searched = await searchAndAdopt(call, { ...stopped, backedUpAt: since }, options)
  // Again with the sessions that were added, some of which were swept.
  const hasMore = searched.adopted.length > 0
  const sweeps = hasMore ? await noteLostSweeps(call, { mode, since, dryRun }) : known
  const search = {
    ...searched,
    sweeps,
    canceled,
    unread: [...unsearched(stopped), ...searched.unread],
  }
  const failures = [search.unread, sweeps.unread, sweeps.unchecked]
  const isUnread = failures.flat().length > 0
  return { ...stopped, ...search, isComplete: !isUnread || acceptUnread }
}

/** Money there may be at any address that the moved data doesn't know. */
function unsearched({ mode, searchFrom: from, notConnected }: IntakeStop): Unread[] {
  return notConnected.map((chain) => ({ ...chain, mode, from, reason: 'it is not connected yet' }))
}

type Search = Pick<Restored, 'found' | 'unread' | 'adopted'>

/** Searches until 20,000 addresses after the last one that may have been assigned hold nothing. */
async function searchAndAdopt(
  call: CallOperator,
  { mode, searchFrom, backedUpAt: since, counters: [addresses] }: IntakeStop,
  { dryRun }: Options,
): Promise<Search> {
  const all: Search = { found: [], unread: [], adopted: [] }
  let from = searchFrom
  let until = (addresses?.after ?? 0) + searchedIndices
  while (from < until) {
    const { found, unread } = await checkMode(call, { mode, from, until, since })
    all.found.push(...found)
    all.unread.push(...unread)
    from = until
    if (dryRun) continue
    const { adopted, next } = await adopt(call, { mode, since }, found)
    all.adopted.push(...adopted)
    until = Math.max(until, next + searchedIndices)
  }
  return all
}

async function adopt(
  call: CallOperator,
  input: { mode: Mode; since: string },
  found: readonly Money[],
) {
  const adopted: AdoptedAddresses['sessions'] = []
  let highest = 0
  for (const [walletId, ofWallet] of Map.groupBy(found, (each) => each.walletId)) {
    for (let start = 0; start < ofWallet.length; start += adoptedAtOnce) {
      const batch = ofWallet.slice(start, start + adoptedAtOnce)
      const money = batch.map(({ index, chainId, symbol }) => ({ index, chainId, symbol }))
      const { sessions, next } = await call(adoptAddresses, { ...input, walletId, money })
      adopted.push(...sessions)
      highest = Math.max(highest, next)
    }
  }
  return { adopted, next: highest }
}

function textOf(restored: Restored, { dryRun, stopOnly }: Options): string {
  const { mode, counters, found, unread, adopted, sweeps, canceled, next } = restored
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
    ...canceledLines(canceled, dryRun),
    ...sweepLines(sweeps),
    ...unreadLines(unread),
    ...(dryRun ? [] : [next === undefined ? unreadText(mode) : resumedText(mode, next)]),
  ].join('\n')
}

const wouldStop = 'Nothing was changed: this was a dry run.'
const stoppedText = (mode: Mode) =>
  `New ${mode} sessions and changes are refused until npm run operate -- restore has run, or restore resume. Changes that began before are stored for up to 10 seconds.`
const adoptedText = (count: number) =>
  `${count} lost sessions were added as closed ones. Their money is listed within 10 minutes: npm run operate -- deposits list`
const resumedText = (mode: Mode, next: number) =>
  `New ${mode} sessions and changes are accepted again, from deposit address ${next} on.`
const unreadText = (mode: Mode) =>
  `New ${mode} sessions and changes are still refused. Run this again once the chains respond, or with --accept-unread.`
