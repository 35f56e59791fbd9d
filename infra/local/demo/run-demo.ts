import { type CheckoutSession, Quittance } from '../../../sdk/src/index.ts'
import type { InstanceFile } from '../instance-file.ts'
import { StartupError } from '../startup-error.ts'
import { type ConnectedInbox, connectInbox } from './connect-inbox.ts'
import { openLink } from './customer.ts'
import { followPayment, type PaymentReport } from './follow-payment.ts'
import type { Screen } from './screen.ts'

export type DemoDeps = { instance: InstanceFile; dataDir: string; screen: Screen }

/**
 * Does what a merchant and two customers would, in test mode, over HTTP and the chain alone. Throws where any of it
 * did not happen before the deadline.
 */
export async function runDemo(
  { instance, dataDir, screen }: DemoDeps,
  deadline: AbortSignal,
): Promise<PaymentReport[]> {
  const { baseUrl, apiKeys } = instance
  if (!apiKeys) throw new StartupError('This instance has no API keys yet: set it up first.')
  screen.title('Quittance demo', `${baseUrl}, test mode, play money`)
  const shop = new Quittance({ baseUrl, apiKey: apiKeys.test })
  const refusal = new AbortController()
  const onRefused = (problem: string) => refusal.abort(`a webhook was refused: ${problem}`)
  const { inbox, ...connected } = await connectInbox(shop, { dataDir, onRefused })
  try {
    tellEndpoint(screen, { inbox, ...connected })
    const linked = await openSessionFromLink({ shop, screen, baseUrl })
    const adHoc = await openAdHocSession({ shop, screen })
    screen.waiting('for the money to be seen on the chain')
    const ended = AbortSignal.any([deadline, refusal.signal])
    const deps = { instance, inbox, screen, signal: ended }
    return await before(ended, [
      followPayment(deps, { who: 'link', session: linked }),
      followPayment(deps, { who: 'ad hoc', session: adHoc }),
    ])
  } finally {
    screen.settled()
    await inbox.close()
  }
}

function tellEndpoint(screen: Screen, { inbox, endpointId, isNew }: ConnectedInbox): void {
  const created = isNew ? 'created' : 'of the last demo'
  screen.step(`Webhook endpoint ${created}, all six events`, endpointId, `leads to ${inbox.url}`)
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
  tellSession(screen, 'Session opened as the link’s page opens it', session)
  return session
}

async function openAdHocSession({ shop, screen }: Opening): Promise<CheckoutSession> {
  const amount = { value: '12.50', currency: 'USD' }
  const session = await shop.checkoutSessions.create({ amount, asset: 'USDC' })
  tellSession(screen, 'Session created through the API, to be paid in USDC', session)
  return session
}

function tellSession(screen: Screen, what: string, session: CheckoutSession): void {
  const { fiat, amount, asset, address, checkoutUrl } = session
  const price = `${fiat.amount} ${fiat.currency} = ${amount.formatted} ${asset}`
  screen.step(what, checkoutUrl, `${price} to ${address}`)
}

/** All of it, or what went wrong first; a signal aborts with a sentence, or because its time is up. */
function before<Result>(signal: AbortSignal, all: readonly Promise<Result>[]): Promise<Result[]> {
  const aborted = new Promise<never>((_, fail) => {
    const sentence = () =>
      typeof signal.reason === 'string' ? signal.reason : 'not all of it happened in time'
    signal.addEventListener('abort', () => fail(new Error(sentence())))
  })
  return Promise.race([aborted, Promise.all(all)])
}
