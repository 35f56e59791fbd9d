import { describe, expect, it } from 'vitest'
import { aSession, createdAt, later, someSettings } from '../../../test/factories.ts'
import { pageFixture } from '../../../test/page-fixture.ts'
import { customerRequest } from '../../../test/run-as-customer.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { showEmbeddedPage } from './show-embedded-page.ts'
import { showPlainPage } from './show-plain-page.ts'

const { id } = aSession()

function policyOf({ headers }: { headers: Record<string, string> }): string[] {
  return headers['Content-Security-Policy']?.split('; ') ?? []
}

describe('the page in a frame', () => {
  async function embedded(embedOrigins: readonly string[], asked = id) {
    const { deps, save } = await pageFixture()
    await save(aSession())
    const services = { ...deps, settings: async () => someSettings({ embedOrigins }) }
    const request = customerRequest(services, { id: asked, body: undefined })
    return showEmbeddedPage.run(services, request)
  }

  it('is shown by the sites in the settings, and reports to them', async () => {
    const document = await embedded(['https://shop.example', 'https://other.example'])
    expect(document.status).toBe(200)
    expect(policyOf(document)).toContain(
      'frame-ancestors https://shop.example https://other.example',
    )
    expect(document.body).toContain(`data-session="${id}"`)
    expect(document.body).toContain('data-origins="https://shop.example https://other.example"')
  })

  it('is shown by no site without a setting, nor for an unknown session', async () => {
    const refused = await embedded([])
    const unknown = await embedded(['https://shop.example'], 'cs_unknown')
    expect([refused.status, unknown.status]).toEqual([403, 404])
    for (const document of [refused, unknown]) {
      expect(policyOf(document)).toContain("frame-ancestors 'none'")
      expect(document.body).not.toContain('script')
    }
  })
})

describe('the page without JavaScript', () => {
  async function plain(changes: Partial<CheckoutSession> = {}, settings = {}) {
    const { deps, save, scans } = await pageFixture()
    const given = { assetSelected: true, customerEmail: 'ada@example.com', ...changes }
    const session = await save(aSession(given))
    const services = { ...deps, settings: async () => someSettings(settings) }
    const request = customerRequest(services, { id: session.id, body: undefined })
    return { session, scans, ...(await showPlainPage.run(services, request)) }
  }

  it('shows amount, network, address and QR code, and scans for the payment', async () => {
    const { body, session, scans, status } = await plain()
    expect(status).toBe(200)
    for (const shown of ['Local test chain', session.address, '<svg', 'http-equiv="refresh"']) {
      expect(body).toContain(shown)
    }
    expect(scans).toMatchObject([{ sessionId: session.id }])
  })

  it('has no scripts, and only styles that its policy names', async () => {
    const document = await plain()
    expect(document.body).not.toMatch(/<script|style=|\son\w+=/)
    const policy = policyOf(document)
    expect(policy).toContain("script-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContainEqual(expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/))
  })

  it.each([
    ['the coin is not chosen', { assetSelected: false }, 'This payment is not ready'],
    ['the price is provisional', { pricing: 'provisional' }, 'This payment is not ready'],
    ['the time is up', { expiresAt: createdAt }, 'Time is up'],
    ['the payment is confirming', { status: 'detected' }, 'Payment detected'],
    ['it is paid', { status: 'paid', closedAt: later(60) }, 'Paid'],
    ['a part is missing', { status: 'underpaid' }, 'Payment incomplete'],
    ['the price has expired', { status: 'expired' }, 'This price has expired'],
  ] as const)('shows no address if %s', async (_, changes, title) => {
    const { body, session } = await plain(changes)
    expect(body).toContain(`<h1>${title}</h1>`)
    expect(body).not.toContain(session.address)
    expect(String(body).includes('http-equiv="refresh"')).toBe(!('closedAt' in changes))
  })

  it('shows hostile names as text', async () => {
    const businessName = `<img src=x onerror="alert('1')">&`
    const { body } = await plain({}, { businessName, support: `"><script>@shop.example` })
    expect(body).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;')
    expect(body).not.toMatch(/<img|<script/)
  })

  it('says that an unknown payment is not found', async () => {
    const { deps } = await pageFixture()
    const request = customerRequest(deps, { id: 'cs_unknown', body: undefined })
    const { status, body } = await showPlainPage.run(deps, request)
    expect(status).toBe(404)
    expect(body).toContain('Payment not found')
  })
})
