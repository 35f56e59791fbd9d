import { expect, it } from 'vitest'
import { filterFor } from './payment-filter.ts'

const none = {
  text: '',
  status: '',
  network: '',
  coin: '',
  price: '',
  link: '',
  customer: '',
  created: '',
}
const now = new Date('2026-11-22T12:00:00Z')

it('asks for everything without filters', () => {
  expect(filterFor(none, 'live', now)).toEqual({ mode: 'live' })
})

it('asks for what the address says', () => {
  const given = { ...none, status: 'paid,paid_late', network: '8453', coin: 'USDC', link: 'pl_01' }
  const expected = {
    statuses: ['paid', 'paid_late'],
    chainId: 8453,
    asset: 'USDC',
    linkId: 'pl_01',
  }
  expect(filterFor(given, 'test', now)).toEqual({ mode: 'test', ...expected })
  expect(filterFor({ ...none, customer: 'cus_01' }, 'test', now)).toEqual({
    mode: 'test',
    customerId: 'cus_01',
  })
  expect(filterFor({ ...none, text: ' ana lop ' }, 'test', now)).toEqual({
    mode: 'test',
    text: 'ana lop',
  })
  const prices = (price: string) => filterFor({ ...none, price }, 'test', now)
  expect(prices('10..50.5')).toEqual({ mode: 'test', minPrice: '10', maxPrice: '50.5' })
  expect(prices('..50')).toEqual({ mode: 'test', maxPrice: '50' })
  expect(prices('10..')).toEqual({ mode: 'test', minPrice: '10' })
  expect(filterFor({ ...none, status: 'attention' }, 'test', now)).toEqual({
    mode: 'test',
    statuses: ['underpaid', 'overpaid'],
    undecided: true,
  })
})

it('ignores what makes no sense', () => {
  const given = {
    text: '  ',
    status: 'lost',
    network: '1e9',
    coin: '<b>',
    price: '=1..x',
    link: '../x',
    customer: 'x',
    created: 'ever',
  }
  expect(filterFor(given, 'live', now)).toEqual({ mode: 'live' })
})
