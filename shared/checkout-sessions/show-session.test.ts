import { describe, expect, test } from 'vitest'
import { aSession, createdAt } from '../../test/factories.ts'
import { pageFixture } from '../../test/page-fixture.ts'
import { checkPayment } from './check-payment.ts'
import { showSession } from './show-session.ts'

const link = {
  id: 'pl_01JD8Z3K000000000000000000',
  mode: 'test',
  slug: 'k7m2p9x4qd',
  title: 'Subscription',
  description: null,
  fiatAmount: '25.00',
  fiatCurrency: 'USD',
  successUrl: null,
  cancelUrl: null,
  active: true,
  createdAt,
  updatedAt: createdAt,
} as const

const { id } = aSession()

describe('what is shown', () => {
  test('a session of either mode, with the title of its link', async () => {
    const { deps, save, saveLink } = await pageFixture()
    await saveLink({ ...link, mode: 'live' })
    await save(aSession({ mode: 'live', linkId: link.id }))
    expect(await showSession(deps, { id })).toMatchObject({
      changed: true,
      view: { id, livemode: true, title: 'Subscription', chainName: 'Local test chain' },
    })
  })

  test('nothing of a version that the page already has', async () => {
    const { deps, save } = await pageFixture()
    const { version } = await save(aSession())
    expect(await showSession(deps, { id, knownVersion: version })).toEqual({
      changed: false,
      version,
    })
    await save(aSession({ status: 'detected' }))
    expect(await showSession(deps, { id, knownVersion: version })).toMatchObject({ changed: true })
  })

  test('no session under an unknown id', async () => {
    const { deps } = await pageFixture()
    await expect(showSession(deps, { id })).rejects.toMatchObject({ code: 'resource_not_found' })
    await expect(checkPayment(deps, { id })).rejects.toMatchObject({ code: 'resource_not_found' })
    const nonsense = 'x'.repeat(3000)
    await expect(showSession(deps, { id: nonsense })).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })
})

describe('looking at a session has its address scanned', () => {
  const message = { mode: 'test', sessionId: id, chainId: 31337, txHashes: [] }

  test('once per block, however many pages ask at once', async () => {
    const { deps, save, scans, pass } = await pageFixture()
    await save(aSession())
    await Promise.all(Array.from({ length: 10 }, () => showSession(deps, { id })))
    expect(scans).toEqual([message])
    pass(1999)
    await showSession(deps, { id })
    expect(scans).toHaveLength(1)
    pass(1)
    await showSession(deps, { id })
    expect(scans).toEqual([message, message])
  })

  test('also while a late payment may still come', async () => {
    const { deps, save, scans } = await pageFixture()
    await save(aSession({ status: 'expired' }))
    await showSession(deps, { id })
    expect(scans).toEqual([message])
  })

  test('not when it is closed', async () => {
    const { deps, save, scans } = await pageFixture()
    await save(aSession({ status: 'paid', closedAt: createdAt }))
    await showSession(deps, { id })
    expect(scans).toEqual([])
  })
})

describe('"I have paid"', () => {
  test('has the address scanned beside the rhythm of the page, once per 10 seconds', async () => {
    const { deps, save, scans, pass } = await pageFixture()
    await save(aSession())
    await showSession(deps, { id })
    expect(await checkPayment(deps, { id })).toMatchObject({ id, status: 'pending' })
    expect(scans).toHaveLength(2)
    pass(9_999)
    await expect(checkPayment(deps, { id })).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      retryAfterSeconds: 1,
    })
    expect(scans).toHaveLength(2)
    pass(1)
    await checkPayment(deps, { id })
    expect(scans).toHaveLength(3)
  })

  test('works on a closed session too: money may turn up late', async () => {
    const { deps, save, scans } = await pageFixture()
    await save(aSession({ status: 'expired', closedAt: createdAt }))
    await checkPayment(deps, { id })
    expect(scans).toHaveLength(1)
  })
})
