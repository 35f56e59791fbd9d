import type { CheckoutSession } from '../../../sdk/src/index.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import type { InstanceFile } from '../instance-file.ts'
import { followSession, pay } from './customer.ts'
import type { Screen } from './screen.ts'
import type { WebhookInbox } from './webhook-inbox.ts'

export type PaymentDeps = {
  instance: InstanceFile
  inbox: WebhookInbox
  screen: Screen
  signal: AbortSignal
}

export type PaymentReport = {
  who: string
  paidWith: string
  detected: string
  paid: string
  webhooks: readonly string[]
}

const unexpectedStatuses = ['expired', 'failed', 'underpaid', 'overpaid', 'paid_late']

/** Pays a session and follows it through the page's stream and webhooks, until everything has arrived. */
export async function followPayment(
  deps: PaymentDeps,
  { who, session }: { who: string; session: CheckoutSession },
): Promise<PaymentReport> {
  const webhook = (type: string) => expectWebhook(deps, { who, id: session.id, type })
  const [statuses, , ...webhooks] = await Promise.all([
    watchStatuses(deps, { who, id: session.id }),
    payAndReport(deps, { who, session }),
    webhook('session.detected'),
    webhook('session.paid'),
  ])
  return {
    who,
    paidWith: `${session.amount.formatted} ${session.asset}`,
    detected: statuses.get('detected') ?? '–',
    paid: statuses.get('paid') ?? '–',
    webhooks,
  }
}

async function payAndReport(
  { instance, screen }: PaymentDeps,
  { who, session }: { who: string; session: CheckoutSession },
): Promise<void> {
  const { chainId, asset, address, amount } = session
  const hash = await pay(instance, { chainId, asset, address, amountBase: amount.base })
  screen.step(`${who}: ${amount.formatted} ${asset} sent on chain ${chainId}`, hash)
}

/** Returns when the stream first showed each status. Throws if the session ends in any status but `paid`. */
async function watchStatuses(
  { instance, screen, signal }: PaymentDeps,
  { who, id }: { who: string; id: string },
): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for await (const view of followSession({ baseUrl: instance.baseUrl, id }, signal)) {
    if (seen.has(view.status)) continue
    seen.set(view.status, screen.elapsed())
    screen.status(who, view.status, detailOf(view))
    if (view.status === 'paid') break
    if (view.status === 'detected') screen.waiting(waitingFor(view))
    if (unexpectedStatuses.includes(view.status)) {
      throw new Error(`${who}: the session is ${view.status}`)
    }
  }
  return seen
}

function waitingFor({ confirmationsRequired }: CheckoutView): string {
  const noun = confirmationsRequired === 1 ? 'confirmation' : 'confirmations'
  return `for the re-check (by default 60 s after detection) and ${confirmationsRequired} ${noun}`
}

function detailOf(view: CheckoutView): string {
  const { confirmations, confirmationsRequired, received, asset } = view
  if (view.status === 'pending') return `waiting for ${view.amount.formatted} ${asset}`
  return `${received.formatted} ${asset} received, ${confirmations} of ${confirmationsRequired} confirmations`
}

async function expectWebhook(
  { inbox, screen }: PaymentDeps,
  { who, id, type }: { who: string; id: string; type: string },
): Promise<string> {
  const event = await inbox.next(id, type)
  screen.webhook(who, type, `${event.id}, both signatures valid`)
  return type
}
