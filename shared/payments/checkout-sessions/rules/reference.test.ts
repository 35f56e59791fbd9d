import { expect, it } from 'vitest'
import { referenceIn } from './reference.ts'

it('finds the number of an order under the usual names', () => {
  for (const key of ['order', 'orderId', 'order_id', 'Order-Number', 'INVOICE', 'booking_ref']) {
    expect(referenceIn({ plan: 'annual', [key]: 10479 })).toBe('10479')
  }
})

it('prefers the order to the invoice, whichever comes first', () => {
  expect(referenceIn({ invoice: 'R-7', order: '10479' })).toBe('10479')
})

it('finds nothing in other metadata', () => {
  expect(referenceIn({ plan: 'annual', reorder: 'yes', '': 'x' })).toBeNull()
  expect(referenceIn(null)).toBeNull()
})
