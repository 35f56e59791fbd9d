import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pay } from './customer.ts'
import { type Listener, listen } from './listener.ts'
import { chooseCoin, type Merchant, merchant, openLink } from './merchant.ts'
import type { Target } from './target.ts'

const amount = { value: '1', currency: 'USD' }

/**
 * Payments over HTTP and a chain only. The journeys run concurrently, since they mostly wait. `timeoutMs` bounds each
 * of them.
 */
export function paymentJourneys(placed: () => Target, timeoutMs: number): void {
  let target: Target
  let shop: Merchant
  let listener: Listener

  beforeAll(async () => {
    target = placed()
    shop = merchant(target.baseUrl, target.apiKeys.test, target.pace)
    listener = await listen(target, shop)
  })

  afterAll(() => listener?.close())

  describe.concurrent('a payment', () => {
    it('of a link is detected, confirmed and reported', { timeout: timeoutMs }, async () => {
      const { slug, id: linkId } = await shop.createLink('1.00')
      const { id } = await openLink(target.baseUrl, slug)
      const session = await shop.getSession(id)
      expect(session).toMatchObject({ status: 'pending', linkId, livemode: false })
      const txHash = await pay(target, session)
      const detected = await shop.reaches(id, ['detected', 'paid'])
      expect(detected.txHash).toBe(txHash)
      const paid = await shop.reaches(id, 'paid')
      expect(paid).toMatchObject({ amountReceived: { base: session.amount.base }, txHash })
      expect(paid.confirmations).toBeGreaterThanOrEqual(paid.confirmationsRequired)
      expect(await listener.hear(id, 2)).toEqual(['session.detected', 'session.paid'])
    })

    it('in USDC is, too', { timeout: timeoutMs }, async () => {
      const [payer] = target.payers
      if (!payer) throw new Error('the target has a payer')
      const { chainId } = payer
      const session = await shop.createSession({ amount, chainId, asset: 'USDC' })
      expect(session).toMatchObject({ asset: 'USDC', amount: { decimals: 6 } })
      const txHash = await pay(target, session)
      const paid = await shop.reaches(session.id, 'paid')
      expect(paid).toMatchObject({ amountReceived: { base: session.amount.base }, txHash })
      expect(await listener.hear(session.id, 2)).toEqual(['session.detected', 'session.paid'])
    })

    it('counts in the asset that the customer chose, and in the previous one', {
      timeout: timeoutMs,
    }, async () => {
      const { slug } = await shop.createLink('1.00')
      const visits = [await openLink(target.baseUrl, slug), await openLink(target.baseUrl, slug)]
      const [chosen, returned] = await Promise.all(
        visits.map(async ({ id }) => {
          const before = await shop.getSession(id)
          await chooseCoin(target.baseUrl, id, { chainId: before.chainId, asset: 'USDC' })
          return { before, after: await shop.getSession(id) }
        }),
      )
      if (!chosen || !returned) throw new Error('there are two sessions')
      expect(chosen.after).toMatchObject({ asset: 'USDC', address: chosen.before.address })
      await pay(target, chosen.after)
      await pay(target, returned.before)
      expect(await shop.reaches(chosen.after.id, 'paid')).toMatchObject({ asset: 'USDC' })
      const { asset, amount } = returned.before
      expect(await shop.reaches(returned.after.id, 'paid')).toMatchObject({ asset, amount })
    })

    it('that is missing expires the session; within the window it is paid late', {
      timeout: timeoutMs,
    }, async () => {
      const session = await shop.createSession({ amount })
      const untilExpiry = Date.parse(session.expiresAt) - Date.now()
      await shop.reaches(session.id, 'expired', untilExpiry + target.pace.deadlineMs)
      expect(await listener.hear(session.id, 1)).toEqual(['session.expired'])
      await pay(target, session)
      const late = await shop.reaches(session.id, 'paid_late')
      expect(late.paidAt).not.toBeNull()
      expect(await listener.hear(session.id, 2)).toEqual(['session.expired', 'session.paid_late'])
    })
  })
}
