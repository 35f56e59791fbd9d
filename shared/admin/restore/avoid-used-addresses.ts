import type { ChainClient } from '../../chain/open-chain.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import type { DepositWallets } from '../../payments/wallet/deposit-wallet.ts'
import { derivationGap } from '../../payments/wallet/rules/derivation-gap.ts'
import {
  type SearchDeps,
  searchDepositAddresses,
} from '../../payments/wallet/search-deposit-addresses.ts'
import {
  derivationCheck,
  derivationSkip,
  derivationStop,
  isRestoredCounter,
  knownDerivationIndices,
  loadAddressCheck,
  loadStop,
} from '../../payments/wallet/store/derivation-counter.ts'
import { sweptSince } from './swept-since.ts'

/** This many of the addresses that new sessions would get are checked: two blocks of a run on one machine. */
const lookedUp = 2_000

/** A second find within this time means that the mnemonic is used elsewhere, or the table was restored again. */
const secondFindMs = 24 * 3_600_000

/** The last check found whatever was swept more than this long before it. */
const marginMs = 3_600_000

/**
 * `unread` if a chain gave no response, so that the check has to be repeated. `highest` is the index that was found in
 * use: new sessions begin 10,000 after it, or are stopped.
 */
export type Avoided =
  | { outcome: 'unused' | 'unread' }
  | { outcome: 'skipped' | 'stopped'; highest: number }

type Services = SearchDeps & {
  table: Table
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
  depositWallets: (mode: Mode) => Promise<DepositWallets>
}

type Check = {
  mode: Mode
  /** When addresses were last found in use, if it is known from another source than the table. */
  foundAt?: Date | undefined
}

/**
 * Asks the chains whether the addresses that new sessions would get have received anything: another instance with the same
 * words may assign them. One find could be a stranger's coin, so only a second one stops new sessions. Throws
 * `wallet_not_configured`.
 */
export async function avoidUsedAddresses(
  services: Services,
  { mode, foundAt }: Check,
): Promise<Avoided> {
  const { table, now } = services
  // No address is assigned then, and `restore` looks further.
  if ((await loadStop(table, mode)) || (await isRestoredCounter(table, mode))) {
    return { outcome: 'unused' }
  }
  const at = now()
  const { next, highest, isUnread } = await highestInUse(services, mode)
  if (highest === undefined) {
    if (!isUnread) await transact(table, [derivationCheck(mode, at)])
    return { outcome: isUnread ? 'unread' : 'unused' }
  }
  const { usedFoundAt } = await loadAddressCheck(table, mode)
  const last = Math.max(Number(foundAt ?? 0), Number(usedFoundAt ?? 0))
  const outcome = at.getTime() - last < secondFindMs ? 'stopped' : 'skipped'
  if (outcome === 'stopped') await stop(services, mode)
  else {
    const skip = { index: highest + derivationGap, lostFrom: next, foundAt: at }
    await transact(table, [derivationSkip(table, mode, skip)])
  }
  return { outcome, highest }
}

async function highestInUse(services: Services, mode: Mode) {
  const { table, now } = services
  const [next, { checkedAt }, clients, { newest }] = await Promise.all([
    knownDerivationIndices(table, mode),
    loadAddressCheck(table, mode),
    services.chains(mode),
    services.depositWallets(mode),
  ])
  const since = new Date((checkedAt ?? now()).getTime() - (checkedAt ? marginMs : secondFindMs))
  const range = {
    clients,
    addressAt: newest.addressAt,
    from: next,
    until: () => next + lookedUp,
    // What was swept meanwhile is found as well.
    findEmptied: sweptSince(services, { mode, since }),
  }
  const used: number[] = []
  let isUnread = false
  for await (const { found, unread } of searchDepositAddresses(services, range)) {
    used.push(...found.map(({ index }) => index))
    isUnread ||= unread.length > 0
  }
  // A session that was opened meanwhile may be paid already.
  const assigned = await knownDerivationIndices(table, mode)
  const ahead = used.filter((index) => index >= assigned)
  return { next, highest: ahead.length > 0 ? Math.max(...ahead) : undefined, isUnread }
}

const mostAttempts = 20

/** Sessions that are created meanwhile move the counter. */
async function stop({ table, now }: Services, mode: Mode): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const next = await knownDerivationIndices(table, mode)
    const { committed } = await transact(table, [derivationStop(mode, next, now())])
    if (committed || (await loadStop(table, mode))) return
  }
  throw new Error(`new ${mode} sessions could not be stopped`)
}
