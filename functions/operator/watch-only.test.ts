import type { Hex } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { checkHealth } from '../../shared/admin/health/check-health.ts'
import { addWallet } from '../../shared/admin/setup/add-wallet.ts'
import { setUpWallet } from '../../shared/admin/setup/set-up-wallet.ts'
import { setUpWatchOnly } from '../../shared/admin/setup/set-up-watch-only.ts'
import { showSetup } from '../../shared/admin/setup/show-setup.ts'
import { setPayoutWallet } from '../../shared/money/payout-wallets/set-payout-wallet.ts'
import { getPayouts } from '../../shared/money/sweeps/get-payouts.ts'
import { requestSweep } from '../../shared/money/sweeps/request-sweep.ts'
import { showGas } from '../../shared/money/sweeps/show-gas.ts'
import { depositWallets } from '../../shared/payments/wallet/deposit-wallets.ts'
import { accountKeyAt } from '../../shared/payments/wallet/keys/account-keys.ts'
import { parseAccountPath } from '../../shared/payments/wallet/keys/account-path.ts'
import { deriveDepositAddress } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import { pathsOfAccount } from '../../shared/payments/wallet/keys/derive-private.ts'
import { accountsAt } from '../../shared/payments/wallet/keys/wallet-accounts.ts'
import { listWallets } from '../../shared/payments/wallet/list-wallets.ts'
import { loadMnemonic } from '../../shared/payments/wallet/store/wallet.ts'
import { startTestChain } from '../../test/chain-fixture.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import hdAddresses from '../../test/vectors/hd-addresses.json' with { type: 'json' }

const words = hdAddresses.vectors[0]?.mnemonic ?? ''
/** The private key of BIP-32's first vector. */
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'

const pathOf = (path: string) => parseAccountPath(path) ?? []
const keyAt = (path: string) => accountKeyAt(words, pathOf(path))
const addressAt = (path: string, index: number) => deriveDepositAddress(keyAt(path), index)

function account(path: string) {
  const addresses = [addressAt(path, 0), addressAt(path, 1).toLowerCase()]
  return { extendedPublicKey: keyAt(path), path, addresses }
}

const accounts = { live: account("m/44'/60'/7'"), test: account("m/44'/1'/7'") }

/** A network of each mode with real nodes. */
async function fixture() {
  const [test, live] = await Promise.all([
    startTestChain({ chainId: 31337 }),
    startTestChain({ chainId: 31338 }),
  ])
  onTestFinished(async () => void (await Promise.all([test.stop(), live.stop()])))
  const { table, config } = await serviceFunctions(
    {},
    { 31337: [test.proxy.rpcUrl], 31338: [live.proxy.rpcUrl] },
  )
  const { call } = terminal(lambdasOf(config))
  const watch = (given: object = accounts) => call(setUpWatchOnly, { ...given })
  return { table, config, chains: { test, live }, call, watch }
}

it('stores public keys alone, sealed, and derives the addresses that its owner reads', async () => {
  const { table, config, call, watch } = await fixture()
  const gasWallets = {
    live: accountsAt(words, pathsOfAccount(pathOf("m/44'/60'/7'"))).gasAccount().address,
    test: accountsAt(words, pathsOfAccount(pathOf("m/44'/1'/7'"))).gasAccount().address,
  }
  expect(await watch()).toEqual({ alreadySetUp: false, gasWallets })
  expect(await watch()).toEqual({ alreadySetUp: true })
  expect(await loadMnemonic(table, 'wallet-1')).toBeUndefined()
  const { newest } = await depositWallets(config, table)('live')
  expect(newest.addressAt(12)).toBe(addressAt("m/44'/60'/7'", 12))
  const { wallets, next } = await call(listWallets)
  expect(next).toEqual({ live: 0, test: 0 })
  expect(wallets[0]?.addresses).toEqual([
    {
      ...{ mode: 'live', watched: "m/44'/60'/7'", gasWallet: gasWallets.live },
      firstAddress: addressAt("m/44'/60'/7'", 0),
    },
    {
      ...{ mode: 'test', watched: "m/44'/1'/7'", gasWallet: gasWallets.test },
      firstAddress: addressAt("m/44'/1'/7'", 0),
    },
  ])
})

const otherKey = { ...accounts.live, extendedPublicKey: keyAt("m/44'/60'/8'") }

it.each([
  [
    'a private key',
    { ...accounts.live, extendedPublicKey: xprv },
    'live.extendedPublicKey is a private key',
  ],
  [
    'another text',
    { ...accounts.live, extendedPublicKey: 'xpub6' },
    'must be an extended public key',
  ],
  ['the key of another account', otherKey, "is not that of m/44'/60'/7'"],
  ['the account of every wallet', account("m/44'/60'/0'"), 'must be of an account made for this'],
  ['no path', { ...accounts.live, path: 'm/7' }, 'live.path must be the path of an account'],
  [
    'an address that differs',
    { ...accounts.live, addresses: [addressAt("m/44'/60'/7'", 0), addressAt("m/44'/60'/7'", 2)] },
    "live.addresses.1 must be the address at m/44'/60'/7'/0/1",
  ],
])('refuses %s, without repeating it', async (_, live, message) => {
  const { call, watch } = await fixture()
  const refused = watch({ ...accounts, live })
  await expect(refused).rejects.toThrow(message)
  await expect(refused).rejects.not.toThrow('xprv9s21')
  expect((await call(listWallets)).wallets).toEqual([])
})

it('refuses one key for both modes', async () => {
  const { watch } = await fixture()
  const test = account("m/44'/60'/7'")
  await expect(watch({ ...accounts, test })).rejects.toThrow('no address may be of both')
})

it.each([
  ['a token', 999],
  ['a coin', 40],
  ['a transaction, although it is empty', 3],
] as const)('refuses an account of which an address has %s', async (what, index) => {
  const { chains, watch } = await fixture()
  const address = addressAt("m/44'/1'/7'", index) as Hex
  const { test } = chains
  if (what === 'a token') await test.mintUsdc(address, 1n)
  else if (what === 'a coin') await test.send({ to: address, value: 1n })
  else await test.node.setNonce({ address, nonce: 1 })
  await test.mine()
  expect(await watch()).toEqual({
    ...{ refused: 'accounts_not_unused', unread: [], withoutLiveNetworks: false },
    used: [{ mode: 'test', chainId: 31337, chain: 'Local test chain', index, address }],
  })
})

it('refuses what could not be read, with its name, and soon', async () => {
  const { chains, watch } = await fixture()
  chains.live.proxy.intercept(() => 'hang')
  const begun = performance.now()
  expect(await watch()).toMatchObject({
    ...{ refused: 'accounts_not_unused', used: [] },
    unread: [{ mode: 'live', chainId: 31338, chain: 'Local live chain' }],
  })
  expect(performance.now() - begun).toBeLessThan(20_000)
})

it('refuses accounts before a live network is enabled', async () => {
  const { config } = await serviceFunctions({}, {})
  const { call } = terminal(lambdasOf(config))
  expect(await call(setUpWatchOnly, accounts)).toEqual({
    ...{ refused: 'accounts_not_unused', used: [], unread: [], withoutLiveNetworks: true },
  })
})

it('says of what needs words that it has none, and finds nothing wrong with that', async () => {
  const { call, watch } = await fixture()
  await watch()
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  for (const refused of [
    () => call(requestSweep, {}),
    () => call(setPayoutWallet, { chainId: 31338, address }),
    () => call(addWallet, { mnemonic: words, mnemonicIsNew: true }),
  ]) {
    await expect(refused()).rejects.toThrow('This instance is watch-only')
  }
  await expect(call(setUpWallet, { mnemonic: words, mnemonicIsNew: true })).rejects.toThrow(
    'set up',
  )
  const { checks } = await call(checkHealth, { mode: 'live' })
  const ofWallets = checks.filter(({ reason }) => /payout|gas|sweeps/.test(reason))
  expect(ofWallets.map(({ state, reason }) => [state, reason])).toEqual([
    ['ok', 'owner_sweeps'],
    ['ok', 'gas_enough'],
  ])
  expect(await call(showSetup)).toMatchObject({
    ownerSweeps: true,
    modes: [{ payoutWallets: [31338], leftOut: [] }, { payoutWallets: [31337] }],
  })
  expect(await call(getPayouts, { mode: 'live' })).toMatchObject({
    ownerSweeps: { account: "m/44'/60'/7'", next: 0 },
  })
  expect((await call(showGas, { mode: 'live' })).chains).toMatchObject([{ missing: '0' }])
})
