import { type CheckoutSession, Quittance } from '../../../sdk/src/index.ts'
import type { InstanceFile } from '../instance-file.ts'
import { StartupError } from '../startup-error.ts'
import { openLink } from './customer.ts'
import { followPayment, type PaymentReport } from './follow-payment.ts'
import { followSweep, payoutBalances } from './follow-sweep.ts'
import type { Screen } from './screen.ts'
import { openInbox } from './webhook-inbox.ts'

export type DemoDeps = { instance: InstanceFile; dataDir: string; screen: Screen }

/**
 * Acts as a merchant and two customers in test mode, using only HTTP and the chain. Throws if any step isn't completed
 * before the signal aborts. Leaves no webhook endpoint.
 */
export async function runDemo(
  { instance, dataDir, screen }: DemoDeps,
  end: AbortSignal,
): Promise<PaymentReport[]> {
  const { baseUrl, apiKeys } = instance
  if (!apiKeys) throw new StartupError('This instance has no API keys yet. Set it up first.')
  screen.title('Quittance demo', `${baseUrl}, test mode, play money`)
  const shop = new Quittance({ baseUrl, apiKey: apiKeys.test })
  const rejection = new AbortController()
  const onRejected = (problem: string) => rejection.abort(`a webhook was rejected: ${problem}`)
  const inbox = await openInbox(onRejected)
  const endpoint = await shop.webhookEndpoints.create({ url: inbox.url })
  inbox.expectSecret(endpoint.secret)
  try {
    screen.step('Webhook endpoint created', endpoint.id, `URL ${inbox.url}, the default events`)
    const linked = await openSessionFromLink({ shop, screen, baseUrl })
    const adHoc = await openAdHocSession({ shop, screen })
    screen.waiting('for the payments to be detected')
    const ended = AbortSignal.any([end, rejection.signal])
    const deps = { instance, inbox, screen, signal: ended }
    const balances = await payoutBalances(instance)
    const reports = await before(ended, [
      followPayment(deps, { who: 'link', session: linked }),
      followPayment(deps, { who: 'ad hoc', session: adHoc }),
    ])
    const paid = { sessions: [linked, adHoc], before: balances }
    await before(ended, [followSweep({ instance, dataDir, screen, signal: ended }, paid)])
    return reports
  } finally {
    screen.settled()
    await inbox.close()
    await shop.webhookEndpoints.delete(endpoint.id)
    screen.step('Webhook endpoint deleted', endpoint.id)
  }
}

type Opening = { shop: Quittance; screen: Screen }

async function openSessionFromLink({
  shop,
  screen,
  baseUrl,
}: Opening & { baseUrl: string }): Promise<CheckoutSession> {
  const link = await shop.paymentLinks.create({
    title: 'A bag of coffee',
    description: 'Roasted on Tuesday, sent on Wednesday.',
    fiatAmount: '25.00',
  })
  screen.step(
    `Payment link "${link.title}" for ${link.fiatAmount} ${link.fiatCurrency}`,
    link.checkoutUrl,
  )
  const session = await shop.checkoutSessions.retrieve(await openLink(baseUrl, link.slug))
  showSession(screen, 'Session created by opening the link', session)
  return session
}

async function openAdHocSession({ shop, screen }: Opening): Promise<CheckoutSession> {
  const amount = { value: '12.50', currency: 'USD' }
  const session = await shop.checkoutSessions.create({ amount, asset: 'USDC' })
  showSession(screen, 'Session created through the API, to be paid in USDC', session)
  return session
}

function showSession(screen: Screen, what: string, session: CheckoutSession): void {
  const { fiat, amount, asset, address, checkoutUrl } = session
  const price = `${fiat.amount} ${fiat.currency} = ${amount.formatted} ${asset}`
  screen.step(what, checkoutUrl, `${price} to ${address}`)
}

/** Returns all results, or throws the first problem. A signal aborts with a message, or because time is up. */
function before<Result>(signal: AbortSignal, all: readonly Promise<Result>[]): Promise<Result[]> {
  const aborted = new Promise<never>((_, fail) => {
    const sentence = () =>
      typeof signal.reason === 'string' ? signal.reason : 'it did not complete in time'
    signal.addEventListener('abort', () => fail(new Error(sentence())))
  })
  return Promise.race([aborted, Promise.all(all)])
}
