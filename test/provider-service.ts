import { randomBytes, randomUUID } from 'node:crypto'
import { serve as serveStart } from '../functions/checkout/start-provider-order.ts'
import { serve as serveCallback } from '../functions/intake/receive-provider-callback.ts'
import { serve as serveAsk } from '../functions/schedules/ask-providers.ts'
import { proxyEvent } from '../infra/local/gateway/proxy-event.ts'
import type { Callback } from '../infra/local/providers/stand-in.ts'
import { standIns } from '../infra/local/providers/stand-ins.ts'
import { standInHosts, startStandIns } from '../infra/local/providers/start-stand-ins.ts'
import type { HttpResponse } from '../shared/http/http-message.ts'
import { newId } from '../shared/kernel/ids.ts'
import type { PageDocument } from '../shared/kernel/operation/page-request.ts'
import { processServices } from '../shared/kernel/operation/process-services.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { sessionPresenter } from '../shared/merchant/checkout/present-session.ts'
import {
  disableIntegration,
  enableIntegration,
} from '../shared/merchant/providers/change-integration.ts'
import { listIntegrations } from '../shared/merchant/providers/list-integrations.ts'
import { providerAccounts } from '../shared/merchant/providers/provider-services.ts'
import { setIntegration } from '../shared/merchant/providers/set-integration.ts'
import { showProviderPage } from '../shared/merchant/providers/show-provider-page.ts'
import {
  orderReplacement,
  ordersOfSession,
} from '../shared/merchant/providers/store/provider-orders.ts'
import { paymentsOfSession } from '../shared/merchant/providers/store/provider-payments.ts'
import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  loadCheckoutSession,
  sessionCreation,
} from '../shared/payments/checkout-sessions/store/sessions.ts'
import { addressCreation } from '../shared/payments/ledger/store/addresses.ts'
import type { ProviderName } from '../shared/records/integrations/rules/provider-name.ts'
import {
  credentialsContext,
  findIntegration,
  integrationWrite,
} from '../shared/records/integrations/store/integrations.ts'
import type { CheckoutMethod } from '../shared/records/settings/rules/checkout-ways.ts'
import { lambdaContext } from './api-event.ts'
import { aSession, someSettings } from './factories.ts'
import { allGiven } from './given-services.ts'
import { pageEvent } from './page-event.ts'
import { customerRequest } from './run-as-customer.ts'
import { runAsOperator } from './run-as-operator.ts'
import { baseUrlWrites } from './saved-instance.ts'
import { startServiceFunctions } from './service-functions.ts'

export type ProviderService = Awaited<ReturnType<typeof startProviderService>>

type Sent = { url: string; callback: Callback; response: HttpResponse }

const callbackPath = '/api/providers/{provider}/webhook'

/** The functions of providers, with stand-ins for all of them, which are enabled in test mode. A file has to stop it. */
export async function startProviderService() {
  const sent: Sent[] = []
  let skewMs = 0
  const stands = await startStandIns({
    port: 0,
    now: () => new Date(Date.now() + skewMs),
    send: async (url, callback) => {
      sent.push({ url, callback, response: await deliver(url, callback) })
    },
  })
  const { stop, ...service } = await startServiceFunctions({
    PROVIDER_HOSTS: JSON.stringify(standInHosts(stands)),
  })
  const { table, config } = service
  const [start, receive, ask] = [serveStart(config), serveCallback(config), serveAsk(config)]
  const accounts = providerAccounts(config, processServices(config))
  await transact(table, baseUrlWrites('https://pay.example.com'))
  async function setCredentials(provider: ProviderName, change: (text: string) => string) {
    const standIn = standIns.find((each) => each.provider === provider)
    const credentials = change(JSON.stringify(standIn?.credentials))
    await runAsOperator(setIntegration, accounts, { mode: 'test', provider, credentials })
  }
  /** Makes the replacement that is pending take effect now. */
  async function letDayPass(provider: ProviderName) {
    const pending = await findIntegration(table, 'test', provider)
    if (!pending?.next) throw new Error('nothing is pending')
    const after = { ...pending, version: pending.version + 1 }
    const next = { ...pending.next, from: new Date(0) }
    await transact(table, [integrationWrite({ ...after, next }, pending.version)])
  }
  async function overwrite(provider: ProviderName, change: (text: string) => string) {
    const standIn = standIns.find((each) => each.provider === provider)
    const found = await findIntegration(table, 'test', provider)
    if (!found) throw new Error('there is no account')
    const context = credentialsContext(found)
    const credentials = await accounts.seal(change(JSON.stringify(standIn?.credentials)), context)
    const after = { ...found, credentials, version: found.version + 1 }
    await transact(table, [integrationWrite(after, found.version)])
  }
  for (const { provider } of standIns) {
    await setCredentials(provider, (text) => text)
    await runAsOperator(enableIntegration, accounts, { mode: 'test', provider })
  }
  const presenting = {
    table,
    now: () => new Date(),
    settings: async () => someSettings(),
    enabledChains: async () => [],
    withheldStablecoins: async () => new Set<string>(),
  }

  function deliver(url: string, { body, headers }: Callback): Promise<HttpResponse> {
    const { pathname, searchParams } = new URL(url)
    const [, , , provider = ''] = pathname.split('/')
    const event = proxyEvent(
      {
        requestId: randomUUID(),
        receivedAt: new Date(),
        method: 'POST',
        path: pathname,
        viewer: { address: '203.0.113.9' },
        query: searchParams,
        headers: Object.entries(headers),
        body: Buffer.from(body),
      },
      { method: 'POST', resource: callbackPath, functionName: 'under-test', streaming: false },
      { provider },
    )
    return receive(event, lambdaContext())
  }

  async function openSession(changes: Partial<CheckoutSession> = {}): Promise<CheckoutSession> {
    const now = new Date()
    const expiresAt = new Date(now.getTime() + 300_000)
    const session = aSession({
      id: newId('checkoutSession', now, randomBytes),
      linkId: 'pl_1',
      createdAt: now,
      expiresAt,
      lateUntil: new Date(now.getTime() + 900_000),
      lock: { ...aSession().lock, expiresAt },
      updatedAt: now,
      address: `0x${randomBytes(20).toString('hex')}`,
      ...changes,
    })
    await transact(table, [sessionCreation(session, session.expiresAt), addressCreation(session)])
    return session
  }

  /** Starts an order as the checkout page does, and opens its page as the customer's browser does. */
  async function order(provider: ProviderName, given?: CheckoutSession) {
    const session = given ?? (await openSession())
    const { statusCode } = await startOrder(session, provider)
    if (statusCode !== 200) throw new Error(`${provider} started no order: ${statusCode}`)
    const [latest] = await ordersOfSession(table, { mode: 'test', sessionId: session.id })
    const page = await fetch(latest?.page?.url ?? '')
    const placed = stands.latest(provider)
    if (!page.ok || !placed) throw new Error(`${provider} has no order`)
    return { session, placed, shown: await page.text() }
  }

  function startOrder({ id }: CheckoutSession, provider: ProviderName): Promise<HttpResponse> {
    const path = '/api/checkout/sessions/{id}/provider-orders'
    // The page of the order is opened from this machine, too.
    const headers = { 'content-type': 'application/json', 'X-Viewer-Address': '127.0.0.1' }
    return start(
      pageEvent({ path, parameters: { id }, headers, body: { provider } }),
      lambdaContext(),
    )
  }

  return {
    table,
    stands,
    sent,
    deliver,
    openSession,
    stop: async () => {
      await stands.close()
      await stop()
    },
    hostOf: (provider: ProviderName) => stands.urlOf(provider),
    setCredentials,
    letDayPass,
    /** An account of live mode with the same credentials, which are then lost. */
    async breakLiveAccount(provider: ProviderName): Promise<void> {
      const credentials = JSON.stringify(standIns.find((s) => s.provider === provider)?.credentials)
      await runAsOperator(setIntegration, accounts, { mode: 'live', provider, credentials })
      const broken = await findIntegration(table, 'live', provider)
      if (!broken) throw new Error('there is no live account')
      const ciphertext = `${broken.credentials.ciphertext.slice(0, -8)}AAAAAAA=`
      const version = broken.version + 1
      const after = { ...broken, version, credentials: { ...broken.credentials, ciphertext } }
      await transact(table, [integrationWrite(after, broken.version)])
    },
    /** An account in test mode, as operators see it. */
    async shown(provider: ProviderName) {
      const { integrations } = await runAsOperator(listIntegrations, presenting, {
        mode: 'test',
      })
      return integrations.find((each) => each.provider === provider)
    },
    /** Asks about the orders that are due. */
    ask: () => ask({ mode: 'test' }),
    /** The page with the provider's frame. */
    page: ({ id }: CheckoutSession): Promise<PageDocument> =>
      showProviderPage.run(
        allGiven(presenting),
        customerRequest(presenting, { id, body: undefined }),
      ),
    /** The ways to pay that the page offers. */
    async methods(session: CheckoutSession): Promise<readonly CheckoutMethod[]> {
      return (await sessionPresenter(presenting, session))(session).methods
    },
    async enable(provider: ProviderName, isEnabled: boolean): Promise<void> {
      const run = isEnabled ? enableIntegration : disableIntegration
      await runAsOperator(run, accounts, { mode: 'test', provider })
    },
    /** Moves the providers' clocks away from ours. */
    skew(milliseconds: number): void {
      skewMs = milliseconds
    },
    order,
    /** While a provider accepts other credentials than ours, and signs with other keys. */
    async break(provider: ProviderName, during: () => Promise<void>): Promise<void> {
      await overwrite(provider, (text) => {
        const { webhookPublicKey: _, ...others } = JSON.parse(text.replaceAll('play', 'revoked'))
        return JSON.stringify(others)
      })
      if (provider === 'transak') await renewElsewhere(stands.urlOf(provider))
      await during()
      await overwrite(provider, (text) => text)
    },
    start: startOrder,
    /** Makes every order of a session due, and asks. */
    async askAll(session: CheckoutSession): Promise<void> {
      for (const order of await ordersOfSession(table, { mode: 'test', sessionId: session.id })) {
        const due = { ...order, queryAt: new Date(0), version: order.version + 1 }
        if (order.queryAt) await transact(table, [orderReplacement(due, order.version)])
      }
      await ask({ mode: 'test' })
    },
    load: ({ id }: CheckoutSession) => loadCheckoutSession(table, 'test', id),
    payments: ({ id }: CheckoutSession) =>
      paymentsOfSession(table, { mode: 'test', sessionId: id }),
  }
}

/** Twice, so that neither of the tokens that we know signs. */
async function renewElsewhere(url: string): Promise<void> {
  const request = { method: 'POST', headers: { 'api-secret': 'transak-play-secret' }, body: '{}' }
  for (const _ of [1, 2]) await fetch(`${url}/partners/api/v2/refresh-token`, request)
}
