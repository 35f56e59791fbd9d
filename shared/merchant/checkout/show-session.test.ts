import { describe, expect, test } from 'vitest'
import { type AroundCall, aroundAwsCalls } from '../../../test/aws-calls.ts'
import { aPaymentLink, aSession, createdAt } from '../../../test/factories.ts'
import { pageFixture } from '../../../test/page-fixture.ts'
import { customerRequest, runAsCustomer } from '../../../test/run-as-customer.ts'
import { checkPayment } from './check-payment.ts'
import type { FollowSessionDeps } from './follow-session.ts'
import { showSession } from './show-session.ts'

const link = aPaymentLink()

const { id } = aSession()
const shown = { id, body: undefined }

const show = (deps: FollowSessionDeps, asked = shown) => runAsCustomer(showSession, deps, asked)
const check = (deps: FollowSessionDeps) => runAsCustomer(checkPayment, deps, shown)

describe('what is shown', () => {
  test('a session of either mode, with the title of its link', async () => {
    const { deps, save, saveLink } = await pageFixture()
    await saveLink({ ...link, mode: 'live' })
    await save(aSession({ mode: 'live', linkId: link.id }))
    expect(await show(deps)).toMatchObject({
      id,
      livemode: true,
      title: 'Subscription',
      chainName: 'Local test chain',
    })
  })

  test.each(['W/"1"', '"1"'])('nothing of a version that the page has as %s', async (knownTag) => {
    const { deps, save } = await pageFixture()
    await save(aSession())
    const again = () => showSession.run(deps, customerRequest(deps, { ...shown, knownTag }))
    expect(await again()).toEqual({ notModified: true, tag: 'W/"1"' })
    await save(aSession({ status: 'detected' }))
    expect(await again()).toMatchObject({ result: { status: 'detected' }, tag: 'W/"2"' })
  })

  test.each(['1', '*', 'W/"2"', '""'])(
    'all of a version of which it has only %s',
    async (knownTag) => {
      const { deps, save } = await pageFixture()
      await save(aSession())
      const request = customerRequest(deps, { ...shown, knownTag })
      expect(await showSession.run(deps, request)).toMatchObject({ result: { version: 1 } })
    },
  )

  test('no session under an unknown id', async () => {
    const { deps } = await pageFixture()
    await expect(show(deps)).rejects.toMatchObject({ code: 'resource_not_found' })
    await expect(check(deps)).rejects.toMatchObject({ code: 'resource_not_found' })
    const nonsense = 'x'.repeat(3000)
    await expect(show(deps, { ...shown, id: nonsense })).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })
})

describe('showing a session has its address scanned', () => {
  const message = { mode: 'test', sessionId: id, chainId: 31337, txHashes: [], isRoutine: true }

  test('every 10 seconds, however many pages ask at once', async () => {
    const { deps, save, scans, pass } = await pageFixture()
    await save(aSession())
    pass(5_000)
    await Promise.all(Array.from({ length: 10 }, () => show(deps)))
    expect(scans).toEqual([message])
    pass(9_999)
    await show(deps)
    expect(scans).toHaveLength(1)
    pass(1)
    await show(deps)
    expect(scans).toEqual([message, message])
  })

  test('not before anybody can have paid', async () => {
    const { deps, save, scans, pass } = await pageFixture()
    await save(aSession())
    pass(4_999)
    await show(deps)
    expect(scans).toEqual([])
    pass(1)
    await show(deps)
    expect(scans).toEqual([message])
  })

  test('and a process that knows when the next one is due writes nothing before', async () => {
    const { deps, save, pass } = await pageFixture()
    await save(aSession())
    pass(5_000)
    await show(deps)
    const calls: string[] = []
    const note: AroundCall = ({ operation }, send) => {
      calls.push(operation)
      return send()
    }
    await aroundAwsCalls(note, () => show(deps))
    expect(calls.filter((operation) => operation === 'UpdateItem')).toEqual([])
  })

  test('also while a late payment may still come', async () => {
    const { deps, save, scans, pass } = await pageFixture()
    await save(aSession({ status: 'expired' }))
    pass(5_000)
    await show(deps)
    expect(scans).toEqual([message])
  })

  test('not when it is closed', async () => {
    const { deps, save, scans, pass } = await pageFixture()
    await save(aSession({ status: 'paid', closedAt: createdAt }))
    pass(5_000)
    await show(deps)
    expect(scans).toEqual([])
  })
})

describe('"I have paid"', () => {
  test('has the address scanned beside those of the page, once per 10 seconds', async () => {
    const { deps, save, scans, pass } = await pageFixture()
    await save(aSession())
    pass(5_000)
    await show(deps)
    expect(await check(deps)).toMatchObject({ id, status: 'pending' })
    expect(scans).toHaveLength(2)
    pass(9_999)
    await expect(check(deps)).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      retryAfterSeconds: 1,
    })
    expect(scans).toHaveLength(2)
    pass(1)
    await check(deps)
    expect(scans).toHaveLength(3)
  })

  test('works on a closed session too: money may turn up late', async () => {
    const { deps, save, scans } = await pageFixture()
    await save(aSession({ status: 'expired', closedAt: createdAt }))
    await check(deps)
    expect(scans).toHaveLength(1)
  })
})
