import type { Mode } from '../../../shared/kernel/mode.ts'
import { stopIntake } from '../../../shared/restore/stop-intake.ts'
import { checkSkippedAddresses } from '../../../shared/wallet/check-skipped-addresses.ts'
import { listWallets } from '../../../shared/wallet/list-wallets.ts'
import { skipAddresses } from '../../../shared/wallet/skip-addresses.ts'
import type { CallOperator } from '../../operate/call-operator.ts'
import type { Parameters } from '../aws/ssm/parameters.ts'

/** How many of the addresses that new sessions would get are looked up: two blocks of a run elsewhere. */
const lookedUp = 2_000

/** Within this time, a second find means that the folder is used elsewhere, or was put back once more. */
const secondFindMs = 24 * 3_600_000

/** When addresses were found to be in use, kept outside the data folder. */
export type Finds = { last: (mode: Mode) => Date | undefined; note: (mode: Mode, at: Date) => void }

/** Of the instance whose secrets that key seals. */
export function findsIn(parameters: Pick<Parameters, 'find' | 'save'>, keyId: string): Finds {
  const name = (mode: Mode) => `/used-addresses/${keyId.split('/').at(-1)}/${mode}`
  return {
    last: (mode) => {
      const found = parameters.find(name(mode))
      return found === undefined ? undefined : new Date(found)
    },
    note: (mode, at) => parameters.save(name(mode), at.toISOString()),
  }
}

type Deps = { call: CallOperator; finds: Finds; now: () => Date }

/**
 * `unread` if a node gave no response, so that the question has to be repeated. `highest` is the index that was found in
 * use: new sessions begin 10,000 after it, or not at all.
 */
export type Avoided =
  | { outcome: 'unused' | 'unread' }
  | { outcome: 'skipped' | 'stopped'; highest: number }

/**
 * Asks the chains whether the addresses that new sessions would get have received anything since the folder was last used:
 * they may have been assigned elsewhere. One find could be a stranger's coin, so only a second one stops new sessions.
 */
export async function avoidUsedAddresses({ call, finds, now }: Deps, mode: Mode): Promise<Avoided> {
  const { highest, isUnread } = await highestInUse(call, mode)
  if (highest === undefined) return { outcome: isUnread ? 'unread' : 'unused' }
  const last = finds.last(mode)
  const isSecond = last !== undefined && now().getTime() - last.getTime() < secondFindMs
  if (isSecond) await call(stopIntake, { mode })
  else await call(skipAddresses, { mode, highestIndex: highest })
  // Noted last: a process that ends before it finds nothing again.
  finds.note(mode, now())
  return { outcome: isSecond ? 'stopped' : 'skipped', highest }
}

async function highestInUse(call: CallOperator, mode: Mode) {
  const { wallets, next } = await call(listWallets, {})
  const walletId = wallets.at(-1)?.walletId
  // What was swept since then is found as well.
  const { backedUpAt: since } = await call(stopIntake, { mode, dryRun: true })
  const range = { mode, walletId, until: next[mode] + lookedUp, since }
  let highest: number | undefined
  let isUnread = false
  for (let from: number | undefined = next[mode]; from !== undefined; ) {
    const step: Step = await call(checkSkippedAddresses, { ...range, from })
    for (const { index } of step.found) highest = Math.max(highest ?? 0, index)
    isUnread ||= step.unread.length > 0
    from = step.next
  }
  return { highest, isUnread }
}

type Step = { found: { index: number }[]; unread: unknown[]; next?: number | undefined }
