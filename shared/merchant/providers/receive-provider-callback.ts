import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { signedOperation } from '../../kernel/operation/signed-operation.ts'
import { transact } from '../../kernel/store/transact.ts'
import { report } from '../../log/report.ts'
import { claimScan } from '../../payments/ledger/store/scan-requests.ts'
import { type ProviderName, providerNames } from '../../records/integrations/rules/provider-name.ts'
import { type ApplyReportDeps, applyReport } from './apply-report.ts'
import { askProvider } from './ask-provider.ts'
import type { OpenedAccount } from './open-account.ts'
import { reportServices } from './provider-services.ts'
import type { OrderReference, OrderReport } from './rules/order-report.ts'
import type { ProviderOrder } from './rules/provider-order.ts'
import { lacksFacts, weighReport } from './rules/weigh-report.ts'
import { noteHealth } from './store/integration-states.ts'
import { eventHandled, noteEvent } from './store/provider-events.ts'
import { orderReplacement, ordersOfSession, sessionReferred } from './store/provider-orders.ts'
import type { HostedProvider, ReadCallback } from './vendors/hosted-provider.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'
import { type Verified, type VerifyCallbackDeps, verifyCallback } from './verify-callback.ts'

const maxBodyBytes = 256 * 1024

/** For functions that ask providers, and apply what they say. */
export const appliesReports = {
  table: 'write',
  sends: ['webhook-deliveries'],
  encrypts: ['provider-credentials'],
  decrypts: ['provider-credentials'],
  administers: ['sessions'],
} as const

export const receiveProviderCallback = signedOperation({
  name: 'receive-provider-callback',
  route: 'POST /api/providers/{provider}/webhook',
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
  limits: { timeoutSeconds: 28 },
  needs: (config, given) => ({
    ...reportServices(config, given),
    onUnusableAccount: (error: unknown) => report('account of a provider not usable', error),
  }),
  /** Throws `unauthenticated` if the callback is signed with none of the keys of the provider's accounts. */
  async run(services: ReceiveProviderCallbackServices, { id, ...callback }) {
    const name = providerNames.find((known) => known === id)
    if (!name) throw new ServiceError('resource_not_found', `There is no provider ${id}.`)
    if (callback.rawBody.length > maxBodyBytes) {
      const message = `A callback may have at most ${maxBodyBytes} bytes.`
      throw new ServiceError('body_too_large', message)
    }
    const provider = hostedProviders[name]
    const verified = await verifyCallback(services, provider, callback)
    const read = provider.read(callback)
    if (read.kind === 'malformed') throw new ServiceError('malformed_json', read.reason)
    for (const { opened, verification } of verified) {
      await handle(services, { provider, opened, verification, read })
    }
    return { result: provider.reply ?? {} }
  },
})

export type ReceiveProviderCallbackServices = ApplyReportDeps & VerifyCallbackDeps

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
  const all = await ordersMeant(services, event, read.reference)
  const orders = all.filter((order) => order.account === opened.number)
  if (orders.length === 0) {
    // Nothing is stored of what anybody can send.
    if (verification === 'signed') await noteHealth(table, event, { now: now() })
    return
  }
  const isBelieved = verification === 'signed' && !provider.isAskedFirst && read.report !== null
  const isRepeated = await noteEvent(table, event, now())
  // Anybody can send what is not believed, so what was asked about it once proves nothing about the next time.
  if (isRepeated && isBelieved) return
  await noteHealth(table, event, { now: now(), order: orders[0] })
  const handled = [eventHandled(event)]
  const report = isBelieved ? await stillToApply(services, { opened, read, orders }) : null
  if (report) {
    const account = opened.number
    await applyReport(services, { mode, provider: provider.name, account, report }, handled)
    return
  }
  if (!isBelieved) for (const order of orders) await askSoon(services, opened, order)
  await transact(table, handled)
}

type Believed = Pick<Handling, 'opened' | 'read'> & { orders: readonly ProviderOrder[] }

/**
 * A believed report. If it leaves out what decides, the provider is asked first; if it reports the payment, nothing is
 * left to apply, else the report is: it then lists the payment.
 */
async function stillToApply(
  services: ReceiveProviderCallbackServices,
  { opened, read: { report }, orders }: Believed,
): Promise<OrderReport | null> {
  const order = report && orders.find((each) => lacksFacts(weighReport(report, each)))
  if (!order) return report
  return (await askSoon(services, opened, order)).includes(report.paymentId) ? null : report
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

/**
 * Asks now, or within a minute if the provider can't be asked, or was asked about this session just now. Returns the
 * payments that it reported.
 */
async function askSoon(
  services: ReceiveProviderCallbackServices,
  { account }: OpenedAccount,
  order: ProviderOrder,
): Promise<readonly string[]> {
  const { table, now } = services
  const request = {
    mode: order.mode,
    sessionId: order.sessionId,
    asker: `order#${order.id}`,
  } as const
  const claim = await claimScan(table, request, { everyMs: askEveryMs, now: now() })
  const reported = claim.granted ? await askProvider(services, account, order) : undefined
  if (reported) return reported
  const queryAt = new Date(now().getTime() + againMs)
  const later = { ...order, queryAt, queriedFrom: now(), version: order.version + 1 }
  // If its condition fails, somebody else has just applied something newer.
  await transact(table, [orderReplacement(later, order.version)])
  return []
}
