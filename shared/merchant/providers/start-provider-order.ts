import * as z from 'zod'
import { VendorFailed, VendorRefused } from '../../chain/notifiers/vendor-request.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { newId, type RandomBytes } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { formatDecimal, parseDecimal } from '../../kernel/money.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { pageOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import { writeSideNote } from '../../kernel/operation/side-note.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { nextScanAt } from '../../payments/checkout-sessions/rules/next-scan.ts'
import { withProviderOrder } from '../../payments/checkout-sessions/rules/provider-window.ts'
import { lastDeadline } from '../../payments/checkout-sessions/rules/session-terms.ts'
import { expiryPast, paceOf } from '../../payments/checkout-sessions/rules/wake-time.ts'
import { sessionReplacement } from '../../payments/checkout-sessions/store/sessions.ts'
import { type ProviderName, providerNames } from '../../records/integrations/rules/provider-name.ts'
import { loadPaymentLink } from '../../records/payment-links/store/payment-links.ts'
import { requireIntake } from '../../records/settings/require-intake.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import type { OpenSessionServices } from '../checkout/open-session.ts'
import { chainOf, sessionOnPage } from '../checkout/present-session.ts'
import { mayUseProviders } from '../checkout/rules/offered-providers.ts'
import { sessionTimer } from '../checkout/session-timer.ts'
import type { OpenedAccount } from './open-account.ts'
import { providerServices } from './provider-services.ts'
import { nextQueryAt, type OrderPage, type ProviderOrder } from './rules/provider-order.ts'
import { providerPagePath } from './rules/provider-page-path.ts'
import { noteHealth } from './store/integration-states.ts'
import { orderCreation } from './store/provider-orders.ts'
import type { StartedOrder } from './vendors/hosted-provider.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'

/** Where to go: the provider's own page, or ours with the provider's in a frame. */
const startedOrder = z.object({ url: z.url() })

/** Each order costs a request to the provider. */
export const maxOrders = 10

export const startProviderOrder = pageOperation({
  name: 'start-provider-order',
  route: 'POST /api/checkout/sessions/{id}/provider-orders',
  input: { ...pageInput, body: z.strictObject({ provider: z.enum(providerNames) }) },
  output: ok(startedOrder),
  errors: [
    'resource_not_found',
    'state_changed',
    'rate_limit_exceeded',
    'timed_out',
    'intake_stopped',
  ],
  touches: {
    table: 'write',
    starts: ['session-timer'],
    encrypts: ['provider-credentials'],
    decrypts: ['provider-credentials'],
    administers: ['sessions'],
  },
  docs: {
    tag: 'Checkout',
    summary: 'Start to pay through a hosted provider',
    description: `Up to ${maxOrders} times. The first order extends the session to 60 minutes from then; its price in coins keeps its own time.`,
    example: { provider: 'moonpay' },
  },
  limits: { timeoutSeconds: 28 },
  needs: (config, given) => ({
    ...providerServices(config, given),
    firstTimer: sessionTimer(config),
  }),
  /**
   * Throws `resource_not_found`; `state_changed` if the session can't be paid through this provider; `rate_limit_exceeded`;
   * `timed_out` if the provider makes no order; `intake_stopped`.
   */
  async run(
    services: StartProviderOrderServices,
    { id, body: { provider: name }, viewerAddress, limit },
  ) {
    const before = await sessionOnPage(services.table, id)
    if (!mayUseProviders(before, services.now())) throw notPossible()
    await requireIntake(services, before.mode)
    await limit({ subject: `provider-order#${id}`, most: maxOrders, windowSeconds: 86_400 })
    const opened = await services.account(before.mode, name)
    if (!opened?.integration.isEnabled) throw notPossible()
    const order = newOrder(services, before, opened)
    const started = await start(services, { session: before, order, opened, viewerAddress })
    const after = {
      ...withProviderOrder(before, name, services.now()),
      version: before.version + 1,
    }
    const settings = await services.settings(before.mode)
    const page = { url: started.url, frame: frameOf(opened) }
    return {
      result: { url: page.frame ? `${settings.baseUrl}${providerPagePath(id)}` : page.url },
      writes: [
        ...orderCreation({ ...order, vendorId: started.vendorId, page }),
        sessionReplacement(after, before.version, nextScanAt(after, settings)),
      ],
      // Any other session has a timer, which finds the new deadline.
      ...(before.pricing === 'provisional' && {
        after: () =>
          writeSideNote(
            services.firstTimer(
              after,
              expiryPast(lastDeadline(after), paceOf(after, chainOf(after))),
            ),
          ),
      }),
    }
  },
})

export type StartProviderOrderServices = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  account: (mode: Mode, provider: ProviderName) => Promise<OpenedAccount | undefined>
  firstTimer: OpenSessionServices['firstTimer']
}

/** Exactly what the provider's documentation asks for. */
function frameOf({ integration, account }: OpenedAccount): OrderPage['frame'] {
  const { frame } = hostedProviders[integration.provider]
  if (!frame) return null
  const origins = frame.hosts(account).map((host) => new URL(host).origin)
  return { allow: frame.allow, origins }
}

function newOrder(
  { now, randomBytes }: StartProviderOrderServices,
  { mode, id: sessionId, shard, fiat }: CheckoutSession,
  { integration, number, account }: OpenedAccount,
): ProviderOrder {
  const at = now()
  const { provider } = integration
  const { currency, delivery } = hostedProviders[provider].settlement(account.credentials)
  return {
    id: newId('providerOrder', at, randomBytes),
    mode,
    sessionId,
    shard,
    provider,
    account: number,
    version: 1,
    amount: twoDecimals(fiat.amount),
    currency,
    delivery,
    startedAt: at,
    vendorId: null,
    page: null,
    paymentId: null,
    queryToken: null,
    status: 'open',
    vendorStatus: null,
    queryAt: nextQueryAt(at, at),
    queriedFrom: at,
  }
}

type Start = {
  session: CheckoutSession
  order: ProviderOrder
  opened: OpenedAccount
  viewerAddress: string
}

async function start(
  { table, now, settings }: StartProviderOrderServices,
  { session, order, opened, viewerAddress }: Start,
): Promise<StartedOrder> {
  const { mode, id: sessionId, linkId, customerEmail: email } = session
  const { id, amount, provider } = order
  const { frame } = hostedProviders[provider]
  const [{ baseUrl }, link] = await Promise.all([
    settings(mode),
    loadPaymentLink(table, mode, linkId ?? ''),
  ])
  try {
    return await hostedProviders[provider].start(opened.account, {
      id,
      sessionId,
      amount,
      email,
      viewerAddress,
      title: link?.title ?? sessionId,
      // A frame comes back to its own page, which leaves it: nobody may frame the checkout page.
      returnUrl: `${baseUrl}${frame ? providerPagePath(sessionId) : `/checkout/${sessionId}`}`,
      webhookUrl: `${baseUrl}/api/providers/${provider}/webhook`,
    })
  } catch (error) {
    if (!(error instanceof VendorFailed || error instanceof VendorRefused)) throw error
    await noteHealth(table, order, { now: now(), problem: error.message })
    throw unavailable(hostedProviders[provider].title, error)
  }
}

function unavailable(title: string, cause: unknown): ServiceError {
  const message = `${title} can’t start a payment right now. Choose another way to pay, or try again in a minute.`
  return new ServiceError('timed_out', message, { cause, retryAfterSeconds: 60 })
}

function twoDecimals(amount: string): string {
  const { units, scale } = parseDecimal(amount, 2) ?? { units: 0n, scale: 2 }
  return formatDecimal({ units: units * 10n ** BigInt(2 - scale), scale: 2 })
}

function notPossible(): ServiceError {
  return new ServiceError(
    'state_changed',
    'This payment can’t be made that way, or can no longer be. Reload the page, and choose another way to pay.',
  )
}
