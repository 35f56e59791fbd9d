import { expect, it } from 'vitest'
import { commonAddress, isOf, payoutRows } from './payout-rows.ts'

const network = (chainId: number, status: 'enabled' | 'retiring' = 'enabled') => ({
  chainId,
  name: `Chain ${chainId}`,
  mode: 'live' as const,
  status,
})
const setup = {
  modes: [
    {
      mode: 'live' as const,
      firstAddress: null,
      hasApiKey: false,
      networks: [],
      payoutWallets: [],
      leftOut: [{ chainId: 3, name: 'Chain 3' }],
    },
  ],
}

const rows = payoutRows(
  [network(1), network(2), network(3), network(4, 'retiring')],
  [{ chainId: 1, address: '0xA' }],
  setup,
)

it('are the enabled networks, each with its wallet, left out or missing', () => {
  expect(rows.map(({ chainId, state }) => [chainId, state.kind])).toEqual([
    [1, 'set'],
    [2, 'missing'],
    [3, 'left-out'],
  ])
  expect(rows.filter(isOf('missing')).map(({ name }) => name)).toEqual(['Chain 2'])
})

it('offer what was typed first for the others, or else an address that is set', () => {
  expect(commonAddress(rows, new Map([[2, ' 0xB ']]))).toBe('0xB')
  expect(commonAddress(rows, new Map([[2, ' ']]))).toBe('0xA')
  expect(commonAddress(rows.slice(1), new Map())).toBeUndefined()
})
