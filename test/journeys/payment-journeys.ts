import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pay } from './customer.ts'
import { type Listener, listen } from './listener.ts'
import { chooseCoin, type Merchant, merchant, openLink } from './merchant.ts'
import type { Target } from './target.ts'

const amount = { value: '1', currency: 'USD' }

/**
 * Pays, and lets time pass, over HTTP and a chain alone. The journeys run side by side, since most of what they do is
 * wait. `timeoutMs` bounds each of them.
 */
export function paymentJourneys(placed: () => Target, timeoutMs: number): void {
  let place: Target
  let shop: Merchant
  let listener: Listener

  beforeAll(async () => {
    place = placed()
    shop = merchant(place.baseUrl, place.apiKeys.test, place.pace)
    listener = await listen(place, shop)
  })

  afterAll(() => listener?.close())

  describe.concurrent('a payment', () => {
    it('of a link is detected, confirmed and reported', { timeout: timeoutMs }, async () => {
      const { slug, id: linkId } = await shop.createLink('1.00')
      const { id } = await openLink(place.baseUrl, slug)
      const session = await shop.getSession(id)
      expect(session).toMatchObject({ status: 'pending', linkId, livemode: false })
      const txHash = await pay(place, session)
      const detected = await shop.reaches(id, ['detected', 'paid'])
      expect(detected.txHash).toBe(txHash)
      const paid = await shop.reaches(id, 'paid')
      expect(paid).toMatchObject({ amountReceived: { base: session.amount.base }, txHash })
      expect(paid.confirmations).toBeGreaterThanOrEqual(paid.confirmationsRequired)
      expect(await listener.hear(id, 2)).toEqual(['session.detected', 'session.paid'])
    })

    it('in USDC is, too', { timeout: timeoutMs }, async () => {
      const [payer] = place.payers
      if (!payer) throw new Error('the place has an account with money')
      const { chainId } = payer
      const session = await shop.createSession({ amount, chainId, asset: 'USDC' })
      expect(session).toMatchObject({ asset: 'USDC', amount: { decimals: 6 } })
      const txHash = await pay(place, session)
      const paid = await shop.reaches(session.id, 'paid')
      expect(paid).toMatchObject({ amountReceived: { base: session.amount.base }, txHash })
      expect(await listener.hear(session.id, 2)).toEqual(['session.detected', 'session.paid'])
    })

    it('is the session’s in the coin that its customer chose, or in the one before', {
      timeout: timeoutMs,
    }, async () => {
      const { slug } = await shop.createLink('1.00')
      const visits = [await openLink(place.baseUrl, slug), await openLink(place.baseUrl, slug)]
      const [chosen, returned] = await Promise.all(
        visits.map(async ({ id }) => {
          const before = await shop.getSession(id)
          await chooseCoin(place.baseUrl, id, { chainId: before.chainId, asset: 'USDC' })
          return { before, after: await shop.getSession(id) }
        }),
      )
      if (!chosen || !returned) throw new Error('there are two visits')
      expect(chosen.after).toMatchObject({ asset: 'USDC', address: chosen.before.address })
      await pay(place, chosen.after)
      await pay(place, returned.before)
      expect(await shop.reaches(chosen.after.id, 'paid')).toMatchObject({ asset: 'USDC' })
      const { asset, amount } = returned.before
      expect(await shop.reaches(returned.after.id, 'paid')).toMatchObject({ asset, amount })
    })

    it('that never comes expires the session; coming within the window it is paid late', {
      timeout: timeoutMs,
    }, async () => {
      const session = await shop.createSession({ amount })
      const untilExpiry = Date.parse(session.expiresAt) - Date.now()
      await shop.reaches(session.id, 'expired', untilExpiry + place.pace.deadlineMs)
      expect(await listener.hear(session.id, 1)).toEqual(['session.expired'])
      await pay(place, session)
      const late = await shop.reaches(session.id, 'paid_late')
      expect(late.paidAt).not.toBeNull()
      expect(await listener.hear(session.id, 2)).toEqual(['session.expired', 'session.paid_late'])
    })
  })
}
