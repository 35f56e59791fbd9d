import { describe, expect, it, vi } from 'vitest'
import { listAuditEntries } from '../../shared/admin/operators/list-audit-entries.ts'
import { addWallet } from '../../shared/admin/setup/add-wallet.ts'
import { setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { keys } from '../../shared/kernel/store/keys.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { storeItem, update } from '../../shared/kernel/store/writes.ts'
import { addressCreation, findAddresses } from '../../shared/payments/ledger/store/addresses.ts'
import { depositWallets } from '../../shared/payments/wallet/deposit-wallets.ts'
import { accountKeys } from '../../shared/payments/wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import { gasAddresses } from '../../shared/payments/wallet/keys/wallet-accounts.ts'
import { listWallets } from '../../shared/payments/wallet/list-wallets.ts'
import { GasWalletTampered } from '../../shared/payments/wallet/note-gas-wallet.ts'
import {
  derivationStart,
  derivationStop,
  knownDerivationIndices,
  loadStop,
} from '../../shared/payments/wallet/store/derivation-counter.ts'
import { walletKeys } from '../../shared/payments/wallet/store/keys.ts'
import { loadMnemonic } from '../../shared/payments/wallet/store/wallet.ts'
import { loadGasWalletAddress } from '../../shared/payments/wallet/store/wallet-addresses.ts'
import { savePrice } from '../../shared/records/prices/store/prices.ts'
import { createdAt } from '../../test/factories.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import hdAddresses from '../../test/vectors/hd-addresses.json' with { type: 'json' }
import { serve as createCheckoutSession } from '../api/create-checkout-session.ts'
import { sweepServices } from '../services/sweep-services.ts'

const [first = '', second = '', third = ''] = hdAddresses.vectors.map(({ mnemonic }) => mnemonic)

async function fixture() {
  const { table, config } = await serviceFunctions()
  const { call } = terminal(lambdasOf(config))
  return {
    table,
    config,
    call,
    setUp: (changes: object = {}) =>
      call(setUpInstance, {
        mnemonic: first,
        mnemonicIsNew: true,
        searchSeconds: 0,
        baseUrl: 'https://pay.example.com',
        owner: { email: 'owner@example.com', password: 'correct horse battery' },
        ...changes,
      }),
    add: (mnemonic: string, given: object = { mnemonicIsNew: true }) =>
      call(addWallet, { mnemonic, searchSeconds: 0, mayHoldMoney: true, ...given }),
  }
}

describe('a wallet that is added', () => {
  it('leaves the others and their addresses as they are', async () => {
    const { table, setUp, add, call } = await fixture()
    await setUp()
    const before = await loadMnemonic(table, 'wallet-1')
    await transact(
      table,
      modes.map((mode) => derivationStart(table, mode, 7)),
    )
    expect(await add(second)).toEqual({
      walletId: 'wallet-2',
      unread: [],
      firstIndex: { live: 7, test: 7 },
    })
    expect(await add(third)).toMatchObject({ walletId: 'wallet-3' })
    expect(await knownDerivationIndices(table, 'live')).toBe(7)
    expect(await loadMnemonic(table, 'wallet-1')).toEqual(before)
    for (const mode of modes) {
      expect(await loadGasWalletAddress(table, mode)).toBe(gasAddresses(first)[mode])
      expect(await loadGasWalletAddress(table, mode, 'wallet-2')).toBe(gasAddresses(second)[mode])
    }
    const { wallets } = await call(listWallets)
    expect(
      wallets.map(({ walletId, addresses }) => [walletId, addresses[0]?.firstAddress]),
    ).toEqual(
      [first, second, third].map((mnemonic, index) => [
        `wallet-${index + 1}`,
        deriveDepositAddress(accountKeys(mnemonic).live, 0),
      ]),
    )
  })

  it('begins past its used addresses if it is not declared new', async () => {
    const { table, setUp, add } = await fixture()
    await setUp()
    expect(await add(second, { highestIndex: { live: 41 } })).toMatchObject({
      firstIndex: { live: 10_041, test: 10_000 },
    })
    expect(await knownDerivationIndices(table, 'live')).toBe(10_041)
    expect(await add(third, { mnemonicIsNew: true, highestIndex: { live: 20_000 } })).toMatchObject(
      {
        firstIndex: { live: 30_000, test: 10_000 },
      },
    )
  })

  it('is added again to a restored table once that is stopped, without moving where its search begins', async () => {
    const { table, setUp, add } = await fixture()
    await setUp()
    const restored = { next: 7, table: 'the-lost-one' }
    const counters = modes.map((mode) => keys.counter(mode, 'derivation'))
    await transact(
      table,
      counters.map((counter) => update(counter, restored)),
    )
    await expect(add(second, {})).rejects.toThrow('restore --stop')
    await transact(
      table,
      modes.map((mode) => derivationStop(mode, 7, createdAt)),
    )
    expect(await add(second, {})).toMatchObject({ walletId: 'wallet-2' })
    expect(await loadStop(table, 'live')).toMatchObject({ stoppedNext: 7, next: 20_006 })
  })

  it('is audited', async () => {
    const { setUp, add, call } = await fixture()
    await setUp()
    await add(second)
    expect(await call(listAuditEntries, { mode: 'live' })).toMatchObject({
      entries: [
        { action: 'wallet.add', target: 'wallet-2', outcome: 'wallet-1 → wallet-2' },
        { action: 'wallet.set-up', target: 'wallet-1' },
      ],
    })
  })

  it('is added once if two add it at once', async () => {
    const { setUp, add, call } = await fixture()
    await setUp()
    const outcomes = await Promise.allSettled([add(second), add(second), add(third)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const { wallets } = await call(listWallets)
    expect(wallets.map(({ walletId }) => walletId)).toEqual(['wallet-1', 'wallet-2', 'wallet-3'])
  })

  it('is refused before setup, if it is known, or if it is where swept money goes', async () => {
    const { setUp, add } = await fixture()
    await expect(add(second)).rejects.toMatchObject({ code: 'wallet_not_configured' })
    const address = deriveDepositAddress(accountKeys(third).live, 0)
    await setUp({ payoutWallets: [{ mode: 'live', chainId: 31338, address }] })
    await expect(add(first)).rejects.toThrow('that of wallet-1')
    await add(second)
    await expect(add(second)).rejects.toThrow('that of wallet-2')
    await expect(add(third)).rejects.toThrow('that of a payout wallet')
    await expect(add('test test test')).rejects.toMatchObject({ param: 'mnemonic' })
  })

  it('is stored sealed', async () => {
    const { table, setUp, add } = await fixture()
    await setUp()
    await add(second)
    const sealed = { wrappedKey: expect.any(String), ciphertext: expect.any(String) }
    expect(await loadMnemonic(table, 'wallet-2')).toMatchObject(sealed)
    expect(JSON.stringify(await loadMnemonic(table, 'wallet-2'))).not.toContain('winner')
    expect(walletKeys.addedMnemonic('wallet-2').pk).toBe(walletKeys.mnemonic().pk)
  })
})

it('is used by new sessions within a minute, whose addresses name it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { table, config, setUp, add } = await fixture()
    await setUp()
    await savePrice(table, { pair: 'ETH/USD', price: '2500', agreedAt: new Date() })
    const key = await newApiKey(table, 'test')
    const create = createCheckoutSession(config)
    const newAddress = async () => {
      const body = { amount: { value: '25.00', currency: 'USD' } }
      const reply = await invokeApi(create, { path: '/checkout_sessions', key, body })
      const { address } = JSON.parse(reply.body)
      return findAddresses(table, [address])
    }
    const at = (mnemonic: string, index: number) =>
      deriveDepositAddress(accountKeys(mnemonic).test, index)
    expect(await newAddress()).toMatchObject([{ walletId: 'wallet-1', address: at(first, 0) }])
    await add(second)
    expect(await newAddress()).toMatchObject([{ walletId: 'wallet-1', address: at(first, 1) }])
    vi.setSystemTime(Date.now() + 59_000)
    await savePrice(table, { pair: 'ETH/USD', price: '2500', agreedAt: new Date() })
    expect(await newAddress()).toMatchObject([{ walletId: 'wallet-2', address: at(second, 2) }])
  } finally {
    vi.useRealTimers()
  }
})

it('is opened by the sweep for its own addresses, and the first one for its addresses', async () => {
  const { table, config, setUp, add } = await fixture()
  await setUp()
  await add(second)
  const session = (mnemonic: string, derivationIndex: number, walletId: string) => ({
    id: `cs_${walletId}`,
    mode: 'test' as const,
    derivationIndex,
    walletId,
    address: deriveDepositAddress(accountKeys(mnemonic).test, derivationIndex),
  })
  const sessions = [session(first, 3, 'wallet-1'), session(second, 4, 'wallet-2')]
  await transact(table, sessions.map(addressCreation))
  const { openWallet } = sweepServices(config)
  const opened = await openWallet('test')
  for (const each of sessions) {
    expect((await opened.depositAccount(each)).address).toBe(each.address)
  }
  await opened.wipe()
})

it('pays the gas of new sweeps, and the earlier one’s signs what it had begun', async () => {
  const { table, config, setUp, add } = await fixture()
  await setUp()
  const { openWallet, gasWallet } = sweepServices(config)
  const [before, after] = [gasAddresses(first).test, gasAddresses(second).test]
  expect(await gasWallet('test')).toBe(before)
  await add(second)
  expect(await gasWallet('test')).toBe(after)
  const opened = await openWallet('test')
  for (const address of [before, after]) {
    expect((await opened.gasAccount(address)).address).toBe(address)
  }
  await expect(opened.gasAccount(gasAddresses(third).test)).rejects.toThrow('is a gas wallet')
  await storeItem(table, {
    ...walletKeys.gasWallet('test', 'wallet-2'),
    address: gasAddresses(third).test,
  })
  const stranger = opened.gasAccount(await gasWallet('test'))
  await expect(stranger).rejects.toBeInstanceOf(GasWalletTampered)
  await opened.wipe()
})

it('is opened beside the earlier ones, with their addresses', async () => {
  const { table, config, setUp, add } = await fixture()
  const wallets = depositWallets(config, table)
  await expect(wallets('live')).rejects.toMatchObject({ code: 'wallet_not_configured' })
  await setUp()
  await transact(table, [derivationStart(table, 'live', 7)])
  await add(second)
  const { all, newest } = await wallets('live')
  expect(all).toMatchObject([
    { walletId: 'wallet-1', firstIndex: 0, searchFrom: 0 },
    { walletId: 'wallet-2', firstIndex: 7, searchFrom: 7 },
  ])
  expect(newest).toBe(all[1])
  expect(all.map(({ addressAt }) => addressAt(0))).toEqual(
    [first, second].map((mnemonic) => deriveDepositAddress(accountKeys(mnemonic).live, 0)),
  )
})
