import type { Address } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { askDirectly, startTestChain } from '../../../test/chain-fixture.ts'
import { walletsOf } from '../../../test/deposit-wallets.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { testTable } from '../../../test/test-table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { addressCreation } from '../../payments/ledger/store/addresses.ts'
import { firstWalletId } from '../../payments/wallet/rules/wallet-id.ts'
import { derivationStart } from '../../payments/wallet/store/derivation-counter.ts'
import { checkSkippedAddresses } from './check-skipped-addresses.ts'

const addressAt = (index: number): Address =>
  `0x${(0xdd00000000 + index).toString(16).padStart(40, '0')}`

/** New sessions begin at index 10,000; the first of them has 10,000 and has been paid. */
async function fixture(depositWallets = walletsOf({ addressAt })) {
  const chain = await startTestChain()
  onTestFinished(chain.stop)
  const table = await testTable()
  const session = { id: 'cs_1', mode: 'test', derivationIndex: 10_000 } as const
  await transact(table, [
    derivationStart(table, 'test', 10_001),
    addressCreation({ ...session, address: addressAt(10_000) }),
  ])
  await chain.send({ to: addressAt(10_000), value: 9n })
  await chain.mintUsdc(addressAt(9_999), 5n)
  await chain.mintUsdc(addressAt(11_000), 7n)
  await chain.mine()
  const { client } = chain
  const deps = {
    table,
    ask: askDirectly,
    chains: async () => [client],
    depositWallets,
  }
  /** With a stopped clock there is time for all steps, otherwise for one. */
  const check = (
    range: { from: number; until?: number; walletId?: string },
    { minutesPerLook = 1 } = {},
  ) => {
    let nowMs = Date.now()
    const now = () => {
      nowMs += minutesPerLook * 60_000
      return new Date(nowMs)
    }
    return runAsOperator(
      checkSkippedAddresses,
      { ...deps, now },
      {
        mode: 'test',
        walletId: firstWalletId,
        ...range,
      },
    )
  }
  return { chain, check }
}

it('lists money at addresses without a session, and whether a future session can get them', async () => {
  const { check } = await fixture()
  const usdc = {
    walletId: firstWalletId,
    chainId: 31337,
    symbol: 'USDC',
    tokenAddress: expect.stringMatching(/^0x/),
  }
  expect(await check({ from: 9_000, until: 12_000 }, { minutesPerLook: 0 })).toEqual({
    found: [
      { ...usdc, index: 9_999, address: addressAt(9_999), amount: '0.000005', isAhead: false },
      { ...usdc, index: 11_000, address: addressAt(11_000), amount: '0.000007', isAhead: true },
    ],
    unread: [],
  })
})

it('continues in the next call, at least a thousand addresses further', async () => {
  const { chain, check } = await fixture()
  expect(await check({ from: 9_000 })).toMatchObject({
    found: [{ index: 9_999 }],
    next: 10_000,
  })
  chain.proxy.intercept(() => ({ error: { code: -32000, message: 'closed' } }))
  const unreadable = { chainId: 31337, chain: 'Local test chain', from: 10_000 }
  expect(await check({ from: 10_000 })).toEqual({
    found: [],
    unread: [{ ...unreadable, reason: expect.any(String) }],
  })
})

it('checks one wallet after the other, and an added one from where it can have money', async () => {
  const newAddress = (index: number): Address =>
    `0x${(0xee00000000 + index).toString(16).padStart(40, '0')}`
  const wallets = walletsOf(
    { addressAt },
    { walletId: 'wallet-2', searchFrom: 10_500, firstIndex: 10_500, addressAt: newAddress },
  )
  const { chain, check } = await fixture(wallets)
  await chain.mintUsdc(newAddress(10_400), 1n)
  await chain.mintUsdc(newAddress(10_600), 1n)
  await chain.mine()
  const range = { from: 9_000, until: 12_000 }
  expect(await check(range, { minutesPerLook: 0 })).toMatchObject({
    // No session gets an address of the first wallet any more.
    found: [{ index: 9_999 }, { index: 11_000, isAhead: false }],
    nextWallet: 'wallet-2',
  })
  const second = await check({ ...range, walletId: 'wallet-2' }, { minutesPerLook: 0 })
  expect(second).toMatchObject({ found: [{ walletId: 'wallet-2', index: 10_600, isAhead: true }] })
  expect(second).not.toHaveProperty('nextWallet')
  await expect(check({ ...range, walletId: 'wallet-3' })).rejects.toThrow('There is no wallet-3')
})

it('ends 20,000 past the last address that was assigned', async () => {
  const { check } = await fixture()
  expect(await check({ from: 29_001 })).toEqual({ found: [], unread: [] })
  expect(await check({ from: 29_000 })).toMatchObject({ next: 30_000 })
})
