import { expect, it } from 'vitest'
import type { Event } from './index.ts'
import { orderState, orderUpdate, Quittance } from './index.ts'

it('knows what to do in each status, and shows a new one to a person', () => {
  const statuses = ['pending', 'detected', 'paid', 'paid_late', 'overpaid'] as const
  expect(statuses.map((status) => orderState({ status }))).toEqual([
    ...['wait', 'wait', 'fulfill', 'fulfill', 'fulfill'],
  ])
  const others = ['underpaid', 'expired', 'failed'] as const
  expect(others.map((status) => orderState({ status }))).toEqual(['attention', 'closed', 'closed'])
  expect(orderState(JSON.parse('{"status":"frozen"}'))).toBe('attention')
})

/** The update of an event with this data, if the session is paid by now. */
function updateBy(data: object) {
  const session = { id: 'cs_1', status: 'paid', metadata: { order: 1001 } }
  const fetch = async () => Response.json(session)
  const quittance = new Quittance({ apiKey: 'ck_test_a', baseUrl: 'https://pay.example', fetch })
  const event: Pick<Event, 'data'> = JSON.parse(JSON.stringify({ data: { id: 'cs_1', ...data } }))
  return orderUpdate(quittance, event)
}

it('goes by the session as it is now, whatever the event says', async () => {
  expect(await updateBy({ status: 'expired', metadata: { order: 7 } })).toMatchObject({
    order: '1001',
    state: 'fulfill',
    session: { status: 'paid' },
  })
})

it('shows money that did not count to a person, and ignores what is not about a payment', async () => {
  const deposit = { asset: 'USDC' }
  expect(await updateBy({ deposit })).toMatchObject({ order: '1001', state: 'attention', deposit })
  expect(await updateBy({ synthetic: true })).toBeUndefined()
  expect(await updateBy({ refund: { id: 're_1' } })).toBeUndefined()
})
