import * as z from 'zod'
import { ServiceError } from '../kernel/errors.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import { signed } from '../kernel/operation/caller.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { ok, operation } from '../kernel/operation/operation.ts'
import type { SignedRequest } from '../kernel/operation/signed-request.ts'
import { transact } from '../kernel/store/transact.ts'
import { claimScan } from '../ledger/store/scan-requests.ts'
import { type ApplyReportDeps, applyReport } from './apply-report.ts'
import { askProvider } from './ask-provider.ts'
import type { OpenedAccount } from './open-account.ts'
import type { OrderReference } from './rules/order-report.ts'
import { type ProviderName, providerNames } from './rules/provider-name.ts'
import type { ProviderOrder } from './rules/provider-order.ts'
import { noteHealth } from './store/integration-states.ts'
import { eventHandled, noteEvent } from './store/provider-events.ts'
import { orderReplacement, ordersOfSession, sessionReferred } from './store/provider-orders.ts'
import type {
  HostedProvider,
  ProviderCallback,
  ReadCallback,
  Verification,
} from './vendors/hosted-provider.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'

const maxBodyBytes = 256 * 1024

/** For functions that ask providers, and apply what they say. */
export const appliesReports = {
  table: 'write',
  sends: ['webhook-deliveries'],
  encrypts: ['provider-credentials'],
  decrypts: ['provider-credentials'],
  administers: ['sessions'],
} as const

export const receiveProviderCallback = operation({
  name: 'receive-provider-callback',
  route: 'POST /api/providers/{provider}/webhook',
  caller: signed,
  // Unparsed until the signature is verified.
  input: { body: z.unknown(), query: z.unknown() },
  output: ok(z.record(z.string(), z.unknown())),
  errors: ['resource_not_found', 'body_too_large', 'unauthenticated', 'malformed_json'],
  touches: appliesReports,
  docs: {
    tag: 'Providers',
    summary: 'Receive a hosted provider’s callback',
    description:
      'Only what is signed, or what the provider confirms when asked, is believed. A signed callback about an unknown order is accepted, because providers repeat for days what is not.',
  },
  needs: { timeoutSeconds: 28 },
})

export type ReceiveProviderCallbackServices = ApplyReportDeps & {
  account: (mode: Mode, provider: ProviderName) => Promise<OpenedAccount | undefined>
}

type Reply = Readonly<Record<string, unknown>>

/** Throws `unauthenticated` if the callback is signed with none of the keys of the provider's accounts. */
export async function runReceiveProviderCallback(
  services: ReceiveProviderCallbackServices,
  { id, ...callback }: SignedRequest,
): Promise<Decision<Reply>> {
  const name = providerNames.find((known) => known === id)
  if (!name) throw new ServiceError('resource_not_found', `There is no provider ${id}.`)
  if (callback.rawBody.length > maxBodyBytes) {
    const message = `A callback may have at most ${maxBodyBytes} bytes.`
    throw new ServiceError('body_too_large', message)
  }
  const provider = hostedProviders[name]
  const verified = await verifiedBy(services, provider, callback)
  const read = provider.read(callback)
  if (read.kind === 'malformed') throw new ServiceError('malformed_json', read.reason)
  for (const { opened, verification } of verified) {
    await handle(services, { provider, opened, verification, read })
  }
  return { result: provider.reply ?? {} }
}

type Verified = { opened: OpenedAccount; verification: Exclude<Verification, 'forged'> }

/** The accounts whose keys signed the callback, or that can be asked about it. Until then, nothing of it is read. */
async function verifiedBy(
  services: ReceiveProviderCallbackServices,
  provider: HostedProvider,
  callback: ProviderCallback,
): Promise<Verified[]> {
  const found = await Promise.all(modes.map((mode) => services.account(mode, provider.name)))
  const opened = found.filter((each) => each !== undefined)
  if (opened.length === 0) {
    const message = `No account with ${provider.title} is configured. Its webhooks are refused until one is.`
    throw new ServiceError('resource_not_found', message)
  }
  const checked = await Promise.all(
    opened.map(async (each) => ({
      opened: each,
      verification: await provider.verify(each.account, callback),
    })),
  )
  const verified = checked.flatMap(({ opened: each, verification }) =>
    verification === 'forged' ? [] : [{ opened: each, verification }],
  )
  const signedBy = verified.filter(({ verification }) => verification === 'signed')
  if (signedBy.length > 0) return signedBy
  if (verified.length > 0) return verified
  const problem = 'A webhook was not signed with the keys of this account.'
  for (const { integration } of opened) {
    await noteHealth(services.table, integration, { now: services.now(), problem })
  }
  throw new ServiceError('unauthenticated', 'The signature matches no account of this provider.')
}

type Handling = Verified & {
  provider: HostedProvider
  read: Extract<ReadCallback, { kind: 'order' }>
}

async function handle(
  services: ReceiveProviderCallbackServices,
  { provider, opened, verification, read }: Handling,
): Promise<void> {
  const { table, now } = services
  const { mode } = opened.integration
  const event = { mode, provider: provider.name, eventId: read.eventId }
  const orders = await ordersMeant(services, event, read.reference)
  // Nothing is stored of what anybody can send.
  if (verification === 'unsigned' && orders.length === 0) return
  const isBelieved = verification === 'signed' && !provider.isAskedFirst && read.report !== null
  const isRepeated = await noteEvent(table, event, now())
  // Anybody can send what is not believed, so what was asked about it once proves nothing about the next time.
  if (isRepeated && isBelieved) return
  await noteHealth(table, event, { now: now() })
  if (isBelieved && read.report) {
    await applyReport(services, { mode, provider: provider.name, report: read.report }, [
      eventHandled(event),
    ])
    return
  }
  for (const order of orders) await askSoon(services, opened, order)
  await transact(table, [eventHandled(event)])
}

async function ordersMeant(
  { table }: ReceiveProviderCallbackServices,
  { mode, provider }: { mode: Mode; provider: ProviderName },
  reference: OrderReference,
): Promise<ProviderOrder[]> {
  const sessionId = await sessionReferred(table, { ...reference, mode, provider })
  if (!sessionId) return []
  const orders = await ordersOfSession(table, { mode, sessionId })
  return orders
    .filter((order) => order.provider === provider)
    .filter(({ id }) => reference.by !== 'order' || id === reference.id)
    .filter(({ vendorId }) => reference.by !== 'vendor' || vendorId === reference.id)
}

const askEveryMs = 10_000
const againMs = 60_000

/** Asks now, or within a minute if the provider can't be asked, or was asked about this session just now. */
async function askSoon(
  services: ReceiveProviderCallbackServices,
  { account }: OpenedAccount,
  order: ProviderOrder,
): Promise<void> {
  const { table, now } = services
  const request = {
    mode: order.mode,
    sessionId: order.sessionId,
    asker: `order#${order.id}`,
  } as const
  const claim = await claimScan(table, request, { everyMs: askEveryMs, now: now() })
  if (claim.granted && (await askProvider(services, account, order))) return
  const queryAt = new Date(now().getTime() + againMs)
  const later = { ...order, queryAt, queriedFrom: now(), version: order.version + 1 }
  // If its condition fails, somebody else has just applied something newer.
  await transact(table, [orderReplacement(later, order.version)])
}
