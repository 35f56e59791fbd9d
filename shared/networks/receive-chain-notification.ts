import type { Chain } from '../chain/chain.ts'
import { chainById } from '../chain/chains.ts'
import type { SignedNotification, TransferHint } from '../chain/notifiers/chain-notifier.ts'
import { chainNotifiers } from '../chain/notifiers/chain-notifiers.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Table } from '../kernel/store/table.ts'
import { findAddresses } from '../ledger/store/addresses.ts'
import type { ScanMessage } from '../queue/scan-message.ts'
import { type Notifier, type NotifierKey, notifiers } from './rules/notifier-key.ts'
import { listNotifierKeys } from './store/notifier-keys.ts'

export type ReceiveChainNotificationDeps = {
  table: Table
  /** Opens a notifier's sealed signing key. */
  signingKey: (key: NotifierKey) => Promise<string>
  sendScans: (messages: readonly ScanMessage[]) => Promise<void>
}

export type ReceiveChainNotification = SignedNotification & {
  /** The name in the URL. */
  notifier: string
}

export type ReceivedNotification =
  /** How many sessions are going to be scanned. */
  | { kind: 'scansRequested'; count: number }
  /** What the notifier says of itself, for the operator. */
  | { kind: 'notice'; message: string }

const maxBodyBytes = 1024 * 1024
const maxHashesPerScan = 50

/**
 * Takes a notifier's word for where to look, and for nothing else: sessions whose addresses it names are scanned.
 * Throws `resource_not_found` (no such notifier), `body_too_large`, `unauthenticated` (not signed with the key of the
 * network it names) and `malformed_json`.
 */
export async function receiveChainNotification(
  deps: ReceiveChainNotificationDeps,
  { notifier: name, ...notification }: ReceiveChainNotification,
): Promise<ReceivedNotification> {
  const notifier = notifiers.find((known) => known === name)
  if (!notifier) throw new ServiceError('resource_not_found', `No notifier ${name}.`)
  if (notification.rawBody.length > maxBodyBytes) {
    throw new ServiceError('body_too_large', `A notification may have ${maxBodyBytes} bytes.`)
  }
  const chainIds = await signingChains(deps, notifier, notification)
  if (!chainIds.length) throw forged('The signature matches no key of this notifier.')
  const parsed = chainNotifiers[notifier].parse(notification.rawBody)
  if (parsed.kind === 'notice') return parsed
  if (parsed.kind === 'malformed') throw new ServiceError('malformed_json', parsed.reason)
  const chainId = chainNotifiers[notifier].chainIdOf(parsed.network)
  const chain = chainId !== undefined && chainIds.includes(chainId) && chainById(chainId)
  if (!chain) throw forged(`The key is not that of network ${parsed.network}.`)
  const scans = await scansFor(deps.table, chain, parsed.hints)
  await deps.sendScans(scans)
  return { kind: 'scansRequested', count: scans.length }
}

function forged(message: string): ServiceError {
  return new ServiceError('unauthenticated', message)
}

/** The chains whose keys signed the body: before that is known, nothing in it may choose the key. */
async function signingChains(
  { table, signingKey }: ReceiveChainNotificationDeps,
  notifier: Notifier,
  notification: SignedNotification,
): Promise<number[]> {
  const keys = await listNotifierKeys(table, notifier)
  const matches = await Promise.all(
    keys.map(async (key) => {
      const isSigned = chainNotifiers[notifier].verify(notification, await signingKey(key))
      return isSigned ? [key.chainId] : []
    }),
  )
  return matches.flat()
}

/** One message per session of ours, however often it is named. Tokens that nobody is charged in say nothing. */
async function scansFor(
  table: Table,
  chain: Chain,
  hints: readonly TransferHint[],
): Promise<ScanMessage[]> {
  const payable = new Set(chain.tokens.map(({ address }) => address.toLowerCase()))
  const telling = hints.filter(({ token }) => !token || payable.has(token.toLowerCase()))
  const hashesByAddress = Map.groupBy(telling, ({ to }) => to.toLowerCase())
  const ours = await findAddresses(table, [...hashesByAddress.keys()])
  return ours.map(({ address, mode, sessionId }) => {
    const named = hashesByAddress.get(address.toLowerCase()) ?? []
    const txHashes = [...new Set(named.map(({ txHash }) => txHash))].slice(0, maxHashesPerScan)
    return { mode, sessionId, chainId: chain.chainId, txHashes }
  })
}
