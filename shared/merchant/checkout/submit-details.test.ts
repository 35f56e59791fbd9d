import { describe, expect, test } from 'vitest'
import { countCustomers } from '../../../test/count-customers.ts'
import {
  aSession,
  counted,
  later,
  someSettings,
  transfersCounted,
} from '../../../test/factories.ts'
import { type PageFixture, pageFixture } from '../../../test/page-fixture.ts'
import { runAsCustomer } from '../../../test/run-as-customer.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { countInWindow } from '../../http/store/rate-window.ts'
import { newId } from '../../kernel/ids.ts'
import { idsWithWords } from '../../kernel/store/words.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { listCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { applyFact } from '../../payments/ledger/apply-fact.ts'
import { findCustomerId, loadCustomer } from '../../records/customers/store/customers.ts'
import { eventsOfSession } from '../../records/outbox/store/events.ts'
import { showSession } from './show-session.ts'
import { type SubmitDetailsServices, submitDetails } from './submit-details.ts'
import type { SubmitDetailsBody } from './wire/checkout.ts'

const email = 'ana@example.com'
const randomBytes = seededBytes('submit-details')
const ofLink = aSession({ linkId: 'pl_01JD8Z3K000000000000000000' })
const { id } = ofLink

function depsOf({ deps }: PageFixture, perClient = 1000): SubmitDetailsServices {
  return { ...deps, randomBytes, perClient }
}

function giveTo(
  services: SubmitDetailsServices,
  details: SubmitDetailsBody,
  from: { id?: string; viewerAddress?: string } = {},
) {
  return runAsCustomer(submitDetails, services, { id, body: details, ...from })
}

/** A session, and what its page says of the customer. */
async function opened(changes: Partial<CheckoutSession> = {}) {
  const fixture = await pageFixture()
  const session = await fixture.save({ ...ofLink, ...changes })
  const deps = depsOf(fixture)
  return {
    ...fixture,
    deps,
    shows: fixture.deps,
    session,
    give: (details: Record<string, string>) => giveTo(deps, { email, ...details }),
    stored: () => loadCheckoutSession(deps.table, 'test', id),
    /** The ids of the sessions of an email's customer. */
    async listed(of: string) {
      const customerId = (await findCustomerId(deps.table, 'test', of)) ?? ''
      const filter = { mode: 'test', customerId } as const
      const { items } = await listCheckoutSessions(deps.table, filter, { limit: 5 })
      return items.map((session) => session.id)
    },
  }
}

describe('details', () => {
  test('are the session’s, and their owner is a customer', async () => {
    const { deps, give, stored, session, pass } = await opened()
    pass(5000)
    const fields = { name: 'Ana', phone: '+351 1', country: 'PT', region: 'Lisboa' }
    const more = { postcode: '1100-001', notes: 'Ring twice' }
    expect(await give({ ...fields, ...more })).toMatchObject({ version: 2, asksDetails: false })
    expect(await stored()).toEqual({
      ...session,
      version: 2,
      customerEmail: email,
      metadata: { ...fields, ...more },
    })
    const customerId = await findCustomerId(deps.table, 'test', email)
    const customer = await loadCustomer(deps.table, 'test', customerId ?? '')
    expect(customer).toMatchObject({ email, metadata: null, createdAt: later(5) })
  })

  test('come with the events that follow', async () => {
    const { deps, give } = await opened({ metadata: { order: 'A1' } })
    await give({ name: 'Ana' })
    await applyFact(
      {
        ...deps,
        enqueueDeliveries: async () => undefined,
        startConfirmation: async () => undefined,
      },
      { mode: 'test', sessionId: id },
      async () => transfersCounted({ seen: counted(1_000_000n), txHash: '0x01' }),
    )
    const [event] = await eventsOfSession(deps.table, 'test', id)
    expect(event?.data).toMatchObject({
      status: 'detected',
      customerEmail: email,
      metadata: { order: 'A1', name: 'Ana' },
    })
  })

  test('are nothing but an email if nothing else is filled in', async () => {
    const { give, stored } = await opened()
    await give({ name: '', notes: '' })
    expect(await stored()).toMatchObject({ customerEmail: email, metadata: null })
  })

  test('do not show on the page', async () => {
    const { shows, give } = await opened()
    const shown = [
      await give({ name: 'Ana Martins' }),
      await runAsCustomer(showSession, shows, { id, body: undefined }),
    ]
    expect(JSON.stringify(shown)).not.toMatch(/ana|email|metadata/i)
  })

  test('of a customer who came before change nothing of them but when', async () => {
    const { deps, give, save, pass } = await opened()
    await give({ name: 'Ana' })
    const customerId = (await findCustomerId(deps.table, 'test', email)) ?? ''
    const before = await loadCustomer(deps.table, 'test', customerId)
    pass(5000)
    const again = await save({ ...ofLink, id: newId('checkoutSession', later(9), randomBytes) })
    const details = { email: email.toUpperCase(), name: 'Somebody' }
    await giveTo(deps, details, { id: again.id })
    const after = await loadCustomer(deps.table, 'test', customerId)
    expect(after).toEqual({ ...before, updatedAt: later(5) })
    expect(await countCustomers(deps.table, 'test')).toBe(1)
  })

  test('are accepted in either mode, each with customers of its own', async () => {
    const { deps, give } = await opened({ mode: 'live' })
    expect(await give({})).toMatchObject({ livemode: true })
    expect(await countCustomers(deps.table, 'live')).toBe(1)
    expect(await countCustomers(deps.table, 'test')).toBe(0)
  })
})

describe('what is known already', () => {
  test('stays: the merchant’s keys win over the customer’s', async () => {
    const { give, stored } = await opened({ metadata: { name: 'Order 7', notes: '' } })
    await give({ name: 'Ana', notes: 'Ring twice', country: 'PT' })
    expect(await stored()).toMatchObject({
      metadata: { name: 'Order 7', notes: '', country: 'PT' },
    })
  })

  test('is added to, and is not written again', async () => {
    const { give, stored } = await opened()
    await give({ name: 'Ana' })
    expect(await give({ name: 'Ana' })).toMatchObject({ version: 2 })
    expect(await give({ email: 'ANA@example.com', country: 'PT' })).toMatchObject({ version: 3 })
    expect(await stored()).toMatchObject({
      customerEmail: email,
      metadata: { name: 'Ana', country: 'PT' },
    })
  })

  test('includes the email, whoever gave it', async () => {
    const { deps, give, stored, session } = await opened({ customerEmail: 'Ana@Example.com' })
    const refusal = { code: 'state_changed', param: 'email' }
    await expect(give({ email: 'eve@example.com', name: 'Eve' })).rejects.toMatchObject(refusal)
    expect(await stored()).toEqual(session)
    expect(await countCustomers(deps.table, 'test')).toBe(0)
    await give({ name: 'Ana' })
    expect(await stored()).toMatchObject({
      customerEmail: 'Ana@Example.com',
      metadata: { name: 'Ana' },
    })
  })

  test('lets a visitor correct their email until the address is shown', async () => {
    const { give, stored } = await opened({ pricing: 'provisional', customerEmail: 'ann@x.com' })
    expect(await give({})).toMatchObject({ version: 2, asksDetails: false })
    expect(await give({})).toMatchObject({ version: 2 })
    expect(await stored()).toMatchObject({ customerEmail: email })
  })

  test('list the session with its customer, until its email is corrected', async () => {
    const { deps, give, listed } = await opened({ pricing: 'provisional' })
    await give({ email: 'ann@x.com', name: 'Ana' })
    expect(await listed('ann@x.com')).toEqual([id])
    await give({})
    expect(await listed('ann@x.com')).toEqual([])
    expect(await listed(email)).toEqual([id])
    await give({ phone: '+351 1' })
    expect(await listed(email)).toEqual([id])
    expect(await countCustomers(deps.table, 'test')).toBe(2)
  })

  test('are found if their key is searchable', async () => {
    const { deps, give } = await opened({ metadata: { order: 'A1', size: 'M' } })
    const settings = async () => someSettings({ searchableMetadata: ['phone', 'order'] })
    await giveTo({ ...deps, settings }, { email, phone: '+351 1', name: 'Ana' })
    const found = (value: string) =>
      idsWithWords(deps.table, { mode: 'test', kind: 'checkoutSession', text: value }, { limit: 5 })
    expect(await found('+351 1')).toEqual([id])
    expect(await found('Ana')).toEqual([])
    await give({ country: 'PT' })
    expect(await found('PT')).toEqual([])
  })

  test('leaves room for 50 pairs altogether', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`key${n}`, n]))
    const { deps, give, stored, session } = await opened({ metadata })
    await expect(give({ name: 'Ana', country: 'PT' })).rejects.toMatchObject({
      code: 'parameter_invalid',
      message: expect.stringContaining('Only 1 optional details'),
    })
    expect(await stored()).toEqual(session)
    expect(await countCustomers(deps.table, 'test')).toBe(0)
    await give({ name: 'Ana' })
    expect(await stored()).toMatchObject({ metadata: { ...metadata, name: 'Ana' } })
  })

  test('may be 50 pairs of the merchant’s, if only the email is given', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, n]))
    const { give, stored } = await opened({ metadata })
    await give({})
    expect(await stored()).toMatchObject({ customerEmail: email, metadata })
  })
})

describe('details are refused', () => {
  test.each([
    { when: 'money was seen', changes: { firstSeenAt: later(5) } },
    { when: 'it is detected', changes: { status: 'detected', firstSeenAt: later(5) } },
    { when: 'it is paid', changes: { status: 'paid', closedAt: later(5) } },
    { when: 'it expired', changes: { status: 'expired' } },
  ] as const)('once $when', async ({ changes }) => {
    const { deps, give, stored, session } = await opened(changes)
    await expect(give({ name: 'Ana' })).rejects.toMatchObject({ code: 'state_changed' })
    expect(await stored()).toEqual(session)
    expect(await countCustomers(deps.table, 'test')).toBe(0)
  })

  test('if there is no such session', async () => {
    const deps = depsOf(await pageFixture())
    for (const unknown of [id, 'nonsense', '']) {
      await expect(giveTo(deps, { email }, { id: unknown })).rejects.toMatchObject({
        code: 'resource_not_found',
      })
    }
  })

  test('more often than a client may, whose limit for opening links is another', async () => {
    const { deps: roomy, pass } = await opened()
    const deps = { ...roomy, perClient: 2 }
    const from = (viewerAddress: string) => giveTo(deps, { email }, { viewerAddress })
    await from('2001:db8:1:2::1')
    await from('2001:db8:1:2::2')
    await expect(from('2001:db8:1:2::3')).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      retryAfterSeconds: 60,
    })
    await from('2001:db8:1:3::1')
    const opening = { subject: 'client#test#2001:db8:1:2::/64', now: deps.now() }
    expect(await countInWindow(deps.table, opening)).toMatchObject({ count: 1 })
    pass(60_000)
    await from('2001:db8:1:2::3')
  })
})

describe('while details are given', () => {
  /** Something happens to the session once, after it was read and before it is written. */
  function meanwhile(deps: SubmitDetailsServices, happens: () => Promise<unknown>) {
    let happening: Promise<unknown> | undefined
    const settings = async () => {
      happening ??= happens()
      await happening
      return someSettings()
    }
    return { ...deps, settings }
  }
  const details = { email, name: 'Ana' }

  test('a scan that sees money wins, and nothing is written', async () => {
    const { deps, save, stored } = await opened()
    const seen = { ...ofLink, status: 'detected', firstSeenAt: later(5) } as const
    const racing = meanwhile(deps, () => save(seen))
    await expect(giveTo(racing, details)).rejects.toMatchObject({ code: 'state_changed' })
    expect(await stored()).toEqual({ ...seen, version: 2 })
    expect(await countCustomers(deps.table, 'test')).toBe(0)
  })

  test('another write that leaves them open comes first: both stand, and the visit counts once', async () => {
    const { deps, save, stored } = await opened()
    const metadata = { order: 'A1', name: 'Order 7' }
    const racing = meanwhile(deps, () => save({ ...ofLink, metadata }))
    expect(await giveTo({ ...racing, perClient: 1 }, details)).toMatchObject({ version: 3 })
    expect(await stored()).toMatchObject({
      customerEmail: email,
      metadata: { order: 'A1', name: 'Order 7' },
    })
  })

  test('twenty visitors of one email become one customer', async () => {
    const { deps, save } = await opened()
    const sessions = await Promise.all(
      Array.from({ length: 20 }, () =>
        save({ ...ofLink, id: newId('checkoutSession', later(1), randomBytes) }),
      ),
    )
    await Promise.all(sessions.map((session) => giveTo(deps, details, { id: session.id })))
    expect(await countCustomers(deps.table, 'test')).toBe(1)
    for (const session of sessions) {
      expect(await loadCheckoutSession(deps.table, 'test', session.id)).toMatchObject({
        version: 2,
        customerEmail: email,
        metadata: { name: 'Ana' },
      })
    }
  })

  test('of two emails for one session one stays, and the other becomes no customer', async () => {
    const { deps, stored } = await opened()
    const emails = ['ana@example.com', 'bob@example.com']
    const outcomes = await Promise.allSettled(emails.map((given) => giveTo(deps, { email: given })))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const session = await stored()
    expect(emails).toContain(session?.customerEmail)
    expect(await countCustomers(deps.table, 'test')).toBe(1)
    expect(await findCustomerId(deps.table, 'test', session?.customerEmail ?? '')).toBeDefined()
  })

  test('the same details twice at once are given once', async () => {
    const { deps, stored } = await opened()
    const views = await Promise.all([giveTo(deps, details), giveTo(deps, details)])
    expect(views.map(({ version }) => version)).toEqual([2, 2])
    expect(await stored()).toMatchObject({ version: 2, metadata: { name: 'Ana' } })
  })
})
