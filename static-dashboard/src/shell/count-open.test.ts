import { expect, it } from 'vitest'
import { countOpen } from './count-open.ts'

const about = {
  sessionId: 'cs_1',
  customerEmail: null,
  linkTitle: null,
  reference: null,
  fiat: null,
}
const closed = { ...about, received: '1', asset: 'USDC', chain: 'Base', closedAt: '' }
const attention: Parameters<typeof countOpen>[0] = {
  underpaid: [{ ...closed, missing: '1' }],
  overpaid: [{ ...closed, excess: '1' }],
  deposits: [],
  payments: [],
  gas: [{ chainId: 137, chain: 'Polygon', level: 'empty' }],
  failingEndpoints: 0,
  more: ['underpaid'],
}

it('counts what waits on each page, says that there may be more, and nothing of a page without', () => {
  expect(countOpen(attention)).toEqual({ payments: '2+', payouts: '1', webhooks: undefined })
})
