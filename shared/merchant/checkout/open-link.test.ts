import { describe, expect, test } from 'vitest'
import { countCustomers } from '../../../test/count-customers.ts'
import { walletsOf } from '../../../test/deposit-wallets.ts'
import { aPaymentLink, later, someSettings } from '../../../test/factories.ts'
import { firstTimerOf } from '../../../test/first-timer.ts'
import { type PageFixture, pageFixture } from '../../../test/page-fixture.ts'
import { type CustomerCall, runAsCustomer } from '../../../test/run-as-customer.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { chains } from '../../chain/chains.ts'
import { countInWindow } from '../../http/store/rate-window.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { derivationIndices } from '../../payments/wallet/derivation-indices.ts'
import { findCustomerId } from '../../records/customers/store/customers.ts'
import { showLink } from '../payment-links/show-link.ts'
import { type OpenLinkServices, openLink } from './open-link.ts'

const link = aPaymentLink({ successUrl: 'https://shop.example/thanks' })

const { slug } = link
const visitor = { id: slug, body: { prefillEmail: null } }

const open = (
  deps: OpenLinkServices,
  asked: CustomerCall<{ prefillEmail: string | null }> = visitor,
) => runAsCustomer(openLink, deps, asked)

function openLinkDeps({ deps }: PageFixture, timers: CheckoutSession[] = []) {
  return {
    ...deps,
    randomBytes: seededBytes('open-link'),
    enabledChains: async () => chains.filter(({ mode }) => mode === 'test'),
    payableChains: async () => chains.filter(({ mode }) => mode === 'test'),
    indices: derivationIndices(deps.table),
    depositWallets: walletsOf({}),
    assetPrice: () => Promise.resolve({ unitPriceUsd: '2500', fiatUsd: '1', ethPriceUsd: '2500' }),
    firstTimer: firstTimerOf((session) => timers.push(session)),
    limits: async () => ({ perClient: 3, perLink: 5 }),
  }
}

describe('opening a link', () => {
  test('is refused while new payments are paused, and uses up no address', async () => {
    const fixture = await pageFixture()
    await fixture.saveLink(link)
    const deps = openLinkDeps(fixture)
    const paused = { ...deps, settings: async () => someSettings({ acceptNewPayments: false }) }
    await expect(open(paused)).rejects.toMatchObject({
      code: 'intake_stopped',
      retryAfterSeconds: undefined,
    })
    const { id } = await open(deps)
    const session = await loadCheckoutSession(deps.table, 'test', id)
    const next = await open(deps)
    const after = await loadCheckoutSession(deps.table, 'test', next.id)
    expect((after?.derivationIndex ?? 0) - (session?.derivationIndex ?? 0)).toBe(1)
  })

  test('makes a session of its own for every visit', async () => {
    const fixture = await pageFixture()
    await fixture.saveLink(link)
    const timers: CheckoutSession[] = []
    const deps = openLinkDeps(fixture, timers)
    const first = await open(deps)
    const second = await open(deps)
    expect(first).toMatchObject({
      status: 'pending',
      title: 'Subscription',
      linkPath: `/l/${slug}`,
      successUrl: null,
      provisional: true,
      expiresAt: later(1800).toISOString(),
      amount: { formatted: '0.01' },
      livemode: false,
    })
    expect(second.id).not.toBe(first.id)
    expect(second.address).not.toBe(first.address)
    // Its timer starts when the customer sees the address.
    expect(timers).toEqual([])
    expect(await loadCheckoutSession(deps.table, 'test', first.id)).toMatchObject({
      linkId: link.id,
      assetSelected: false,
    })
  })

  test('asks for details, unless the email is known: then the visitor is a customer', async () => {
    const fixture = await pageFixture()
    await fixture.saveLink(link)
    const deps = openLinkDeps(fixture)
    const unknown = await open(deps)
    expect(unknown).toMatchObject({ asksDetails: true })
    const known = await open(deps, { ...visitor, body: { prefillEmail: 'Ana@example.com' } })
    expect(known).toMatchObject({ asksDetails: false })
    expect(await loadCheckoutSession(deps.table, 'test', known.id)).toMatchObject({
      customerEmail: 'Ana@example.com',
      metadata: null,
    })
    expect(await findCustomerId(deps.table, 'test', 'ana@example.com')).toBeDefined()
    expect(await countCustomers(deps.table, 'test')).toBe(1)
  })

  test('offers every asset of every enabled chain of its mode', async () => {
    const fixture = await pageFixture()
    await fixture.saveLink(link)
    const { choices, assetChosen } = await open(openLinkDeps(fixture))
    expect(assetChosen).toBe(false)
    const local = { chainId: 31337, chainName: 'Local test chain', confirmedInSeconds: 60 }
    expect(choices.slice(0, 2)).toEqual([
      { ...local, asset: 'ETH', amount: null },
      { ...local, asset: 'USDC', amount: '25' },
    ])
    const offered = new Set(choices.map(({ chainId }) => chainId))
    expect([...offered]).toEqual(
      chains.flatMap(({ mode, chainId }) => (mode === 'test' ? [chainId] : [])),
    )
  })

  test('fails if there is no such link, or it is disabled', async () => {
    const fixture = await pageFixture()
    const deps = openLinkDeps(fixture)
    const asking = [
      () => open(deps),
      () => runAsCustomer(showLink, deps, { id: slug, body: undefined }),
    ]
    for (const ask of asking) {
      await expect(ask()).rejects.toMatchObject({ code: 'resource_not_found' })
    }
    await fixture.saveLink({ ...link, active: false })
    for (const ask of asking) {
      await expect(ask()).rejects.toMatchObject({ code: 'link_gone' })
    }
  })
})

describe('how often a link can be opened', () => {
  const tooOften = { code: 'rate_limit_exceeded', retryAfterSeconds: 60 }

  test('is limited per client, who counts by /64 and not by port', async () => {
    const fixture = await pageFixture()
    await fixture.saveLink(link)
    const deps = openLinkDeps(fixture)
    const visit = (address: string) => open(deps, { ...visitor, viewerAddress: address })
    await Promise.all(['1', '2', '3'].map((host) => visit(`2001:db8:1:2::${host}:4${host}000`)))
    await expect(visit('2001:db8:1:2::9')).rejects.toMatchObject(tooOften)
    await visit('2001:db8:1:3::1')
    // Visits of live links have another limit: these were counted for test mode.
    const counted = { subject: 'client#test#2001:db8:1:2::/64', now: deps.now() }
    expect(await countInWindow(deps.table, counted)).toMatchObject({ count: 5 })
    fixture.pass(60_000)
    await visit('2001:db8:1:2::9')
  })

  test('is limited per link over all clients, and a limited client does not use it up', async () => {
    const fixture = await pageFixture()
    await fixture.saveLink(link)
    const deps = openLinkDeps(fixture)
    const visit = (host: number) => open(deps, { ...visitor, viewerAddress: `192.0.2.${host}` })
    const eager = await Promise.allSettled([1, 1, 1, 1, 1, 1].map(visit))
    expect(eager.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await visit(2)
    await visit(3)
    await expect(visit(4)).rejects.toMatchObject(tooOften)
  })
})
