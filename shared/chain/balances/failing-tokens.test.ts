import { type Address, type Hex, padHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { payer, startTestChain, type TestChain } from '../../../test/chain-fixture.ts'
import { openNodes } from '../../../test/open-nodes.ts'
import { localAddresses } from '../local-addresses.ts'
import { type Reading, readReceived } from './read-received.ts'

const usdc = localAddresses.testUsdc
const badToken: Address = '0xbadbadbadbadbadbadbadbadbadbadbadbadbad0'
const newAddress = () => privateKeyToAddress(generatePrivateKey())

let test: TestChain

beforeAll(async () => {
  test = await startTestChain()
  await test.mintUsdc(payer, 10n ** 12n)
  await test.mine(5)
})
afterEach(() => test.proxy.intercept(undefined))
afterAll(() => test.stop())

const calls = () => test.proxy.requests.filter(({ method }) => method === 'eth_call').length

/** Addresses that each hold 7 wei and 9 units of USDC, asked for these and for the bad token. */
async function paidAddresses(count: number) {
  const addresses = Array.from({ length: count }, newAddress)
  for (const address of addresses) {
    await test.send({ to: address, value: 7n })
    await test.payUsdc(address, 9n)
  }
  await test.mine(2)
  const tokens = [null, badToken, usdc]
  return addresses.flatMap((address) => tokens.map((token) => ({ address, token })))
}

/** Later than all blocks of the test. */
const now = new Date('2026-06-01T00:00:00Z')
const held = (base: bigint) => ({ headBase: base, confirmedBase: base })

/** The amounts read, without their blocks. */
function amountsOf(readings: readonly (Reading | undefined)[]) {
  return readings.map(
    (reading) => reading && { headBase: reading.headBase, confirmedBase: reading.confirmedBase },
  )
}

describe('a token that fails does not prevent reading other assets, and never reads as zero', () => {
  it.each([
    ['reverts', '0x60006000fd'],
    ['burns all gas that it gets', '0xfe'],
    ['never ends', '0x5b600056'],
    ['returns 64 kB', '0x620100006000f3'],
    ['returns less than a word', '0x60016000f3'],
    ['returns nothing', '0x00'],
    ['has no code', '0x'],
  ] as const)('as one that %s', async (_, bytecode) => {
    await test.node.setCode({ address: badToken, bytecode })
    const assets = await paidAddresses(3)
    const readings = await readReceived(test.client, { assets, confirmations: 1, now })
    const each = [held(7n), undefined, held(9n)]
    expect(amountsOf(readings)).toEqual([...each, ...each, ...each])
    expect(readings[0]?.agreed).toBe(true)
  })

  it('in a bounded number of requests, for hundreds of addresses', async () => {
    await test.node.setCode({ address: badToken, bytecode: '0x5b600056' })
    const assets = [
      ...(await paidAddresses(1)),
      ...Array.from({ length: 300 }, () => ({ address: newAddress(), token: badToken })),
    ]
    test.proxy.requests.length = 0
    const readings = await readReceived(test.client, { assets, confirmations: 1, now })
    expect(amountsOf(readings.slice(0, 3))).toEqual([held(7n), undefined, held(9n)])
    expect(new Set(readings.slice(3))).toEqual(new Set([undefined]))
    expect(calls()).toBeLessThan(20)
  })

  it('nor reading the same token at other addresses', async () => {
    // Burns all gas for an address that ends in 66, and holds 7 units at every other.
    const bytecode: Hex = '0x60043560ff16606614601657600760005260206000f35bfe'
    await test.node.setCode({ address: badToken, bytecode })
    const at = (end: number): Address => padHex(`0x${end.toString(16)}`, { size: 20 })
    const ends = Array.from({ length: 100 }, (_, index) => 0x1000 + index * 0x100)
    const assets = [...ends, 0x9966, ...ends].map((end) => ({ address: at(end), token: badToken }))
    const readings = await readReceived(test.client, { assets, confirmations: 1, now })
    const expected = [...ends.map(() => held(7n)), undefined, ...ends.map(() => held(7n))]
    expect(amountsOf(readings)).toEqual(expected)
  })

  it('nor two nodes agreeing on the rest, although one of them allows less gas', async () => {
    await test.node.setCode({ address: badToken, bytecode: '0x600760005260206000f3' })
    const assets = await paidAddresses(1)
    const isAbout = (params: unknown) =>
      JSON.stringify(params).toLowerCase().includes(badToken.slice(2))
    test.proxy.intercept(({ method, params }) =>
      method === 'eth_call' && isAbout(params)
        ? { error: { code: -32000, message: 'out of gas' } }
        : undefined,
    )
    const client = openNodes(test.chain, [test.rpcUrl, test.proxy.rpcUrl])
    const readings = await readReceived(client, { assets, confirmations: 2, now })
    expect(readings).toMatchObject([
      { confirmedBase: 7n, agreed: true },
      // Known by one node, so nothing may be decided.
      { headBase: 7n, agreed: false },
      { confirmedBase: 9n, agreed: true },
    ])
  })
})
