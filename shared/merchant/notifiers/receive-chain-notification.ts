import * as z from 'zod'
import type { Chain } from '../../chain/chain.ts'
import { chainById } from '../../chain/chains.ts'
import type { SignedNotification, TransferHint } from '../../chain/notifiers/chain-notifier.ts'
import { chainNotifiers } from '../../chain/notifiers/chain-notifiers.ts'
import { type Notifier, type NotifierKey, notifiers } from '../../chain/rules/notifier.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { signedOperation } from '../../kernel/operation/signed-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { report } from '../../log/report.ts'
import { findAddresses } from '../../payments/ledger/store/addresses.ts'
import { enqueueScans } from '../../queue/enqueue-scans.ts'
import type { ScanMessage } from '../../queue/scan-message.ts'
import { scanQueue } from '../../queue/scan-queue.ts'
import { signingKeys } from './signing-keys.ts'
import { listNotifierKeys } from './store/notifier-keys.ts'

const maxBodyBytes = 1024 * 1024
const maxHashesPerScan = 50

export const receiveChainNotification = signedOperation({
  name: 'receive-chain-notification',
  route: 'POST /api/chain/notifications/{notifier}',
  // Unparsed until the signature is verified.
  input: { body: z.unknown(), query: z.unknown() },
  output: ok(z.strictObject({})),
  errors: ['resource_not_found', 'body_too_large', 'unauthenticated', 'malformed_json'],
  touches: { table: 'read', counts: true, sends: ['scans'], decrypts: ['app-secrets'] },
  docs: {
    tag: 'Networks',
    summary: 'Receive a notification of transfers',
    description:
      'A notification only says which addresses to scan; what it claims is never trusted. The response is sent as soon as the scans are queued, because notifiers wait only a few seconds and retry after anything but a 200.',
  },
  needs: (config) => {
    const queue = scanQueue(config)
    return {
      signingKey: signingKeys(config),
      sendScans: (messages: readonly ScanMessage[]) => enqueueScans(queue, messages),
      onNotice: (message: string) => report('chain-notifier', new Error(message)),
    }
  },
  /** Throws `unauthenticated` unless the notification is signed with the key of the network that it names. */
  async run(services: ReceiveChainNotificationServices, { id, ...notification }) {
    const notifier = notifiers.find((known) => known === id)
    if (!notifier) throw new ServiceError('resource_not_found', `There is no notifier ${id}.`)
    if (notification.rawBody.length > maxBodyBytes) {
      throw new ServiceError(
        'body_too_large',
        `A notification may have at most ${maxBodyBytes} bytes.`,
      )
    }
    const vendor = chainNotifiers[notifier]
    if (vendor.isPing?.(notification)) return { result: {} }
    const chainIds = await signingChains(services, notifier, notification)
    if (!chainIds.length) throw forged('The signature matches no key of this notifier.')
    const parsed = vendor.parse(notification.rawBody)
    if (parsed.kind === 'malformed') throw new ServiceError('malformed_json', parsed.reason)
    if (parsed.kind === 'notice') {
      return { result: {}, after: () => services.onNotice(parsed.message) }
    }
    const { chainId, network, hints } = parsed
    const chain = chainId !== undefined && chainIds.includes(chainId) && chainById(chainId)
    if (!chain) throw forged(`The signing key does not belong to network ${network}.`)
    const scans = await scansFor(services.table, chain, hints)
    const notified = { by: notifier, at: services.now().toISOString() }
    const messages = scans.map((scan) => ({ ...scan, notified }))
    return { result: {}, after: () => services.sendScans(messages) }
  },
})

export type ReceiveChainNotificationServices = {
  table: Table
  now: () => Date
  /** Opens a notifier's sealed signing key. */
  signingKey: (key: NotifierKey) => Promise<string>
  sendScans: (messages: readonly ScanMessage[]) => Promise<void>
  /** Called with what a notifier says about itself, for the operator. */
  onNotice: (message: string) => void
}

function forged(message: string): ServiceError {
  return new ServiceError('unauthenticated', message)
}

/** The chains whose keys signed the body. Until one matches, nothing in the body may select the key. */
async function signingChains(
  { table, now, signingKey: openKey }: ReceiveChainNotificationServices,
  notifier: Notifier,
  notification: SignedNotification,
): Promise<number[]> {
  const keys = await listNotifierKeys(table, notifier)
  const matches = await Promise.all(
    keys.map(async (key) => {
      const signingKey = await openKey(key)
      const vendor = chainNotifiers[notifier]
      return vendor.verify(notification, { signingKey, now: now() }) ? [key.chainId] : []
    }),
  )
  return matches.flat()
}

/** One message per session, however often it is named. Ignores tokens that sessions can't be paid in. */
async function scansFor(
  table: Table,
  chain: Chain,
  hints: readonly TransferHint[],
): Promise<ScanMessage[]> {
  const payable = new Set(chain.tokens.map(({ address }) => address.toLowerCase()))
  const relevant = hints.filter(({ token }) => !token || payable.has(token.toLowerCase()))
  const hashesByAddress = Map.groupBy(relevant, ({ to }) => to.toLowerCase())
  const ours = await findAddresses(table, [...hashesByAddress.keys()])
  return ours.map(({ address, mode, sessionId }) => {
    const named = hashesByAddress.get(address.toLowerCase()) ?? []
    const txHashes = [...new Set(named.map(({ txHash }) => txHash))].slice(0, maxHashesPerScan)
    return { mode, sessionId, chainId: chain.chainId, txHashes }
  })
}
