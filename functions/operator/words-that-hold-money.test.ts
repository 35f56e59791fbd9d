import type { Hex } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { addWallet } from '../../shared/admin/setup/add-wallet.ts'
import { setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { accountKeys } from '../../shared/payments/wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import { gasAddresses } from '../../shared/payments/wallet/keys/wallet-accounts.ts'
import { listWalletRecords } from '../../shared/payments/wallet/store/wallet-records.ts'
import { savePrice } from '../../shared/records/prices/store/prices.ts'
import { startTestChain } from '../../test/chain-fixture.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import hdAddresses from '../../test/vectors/hd-addresses.json' with { type: 'json' }

const [words = '', , others = ''] = hdAddresses.vectors.map(({ mnemonic }) => mnemonic)

/** A network of each mode with real nodes; a coin is worth 2,500 USD. */
async function fixture({ hasPrice = true } = {}) {
  const [test, live] = await Promise.all([
    startTestChain({ chainId: 31337 }),
    startTestChain({ chainId: 31338 }),
  ])
  onTestFinished(async () => void (await Promise.all([test.stop(), live.stop()])))
  const { table, config } = await serviceFunctions(
    {},
    { 31337: [test.proxy.rpcUrl], 31338: [live.proxy.rpcUrl] },
  )
  if (hasPrice) await savePrice(table, { pair: 'ETH/USD', price: '2500.00', agreedAt: new Date() })
  const { call } = terminal(lambdasOf(config))
  return {
    table,
    chains: { test, live },
    setUp: (given: object = {}) =>
      call(setUpInstance, {
        mnemonic: words,
        searchSeconds: 0,
        baseUrl: 'https://pay.example.com',
        owner: { email: 'owner@example.com', password: 'correct horse battery' },
        ...given,
      }),
    add: (given: object = {}) => call(addWallet, { mnemonic: others, searchSeconds: 0, ...given }),
    send: async (mode: 'live' | 'test', to: string, value: bigint) => {
      await { test, live }[mode].send({ to: to as Hex, value })
      await { test, live }[mode].mine()
    },
  }
}

const ether = 10n ** 18n
/** 5 USD. */
const dust = ether / 500n
const deposit = (mode: 'live' | 'test', index: number, mnemonic = words) =>
  deriveDepositAddress(accountKeys(mnemonic)[mode], index)

const clean = { held: [], unread: [], withoutLiveNetworks: false }

it('are refused by name, address and amount, and accepted once they are confirmed', async () => {
  const { table, send, setUp } = await fixture()
  await send('live', deposit('live', 3), dust + 1n)
  expect(await setUp()).toEqual({
    ...clean,
    refused: 'words_hold_money',
    held: [
      {
        ...{ mode: 'live', chainId: 31338, chain: 'Local live chain' },
        ...{ address: deposit('live', 3), symbol: 'ETH', amount: '0.002000000000000001' },
      },
    ],
  })
  expect(await listWalletRecords(table)).toEqual([])
  expect(await setUp({ mayHoldMoney: true })).toMatchObject({ alreadySetUp: false })
})

it('are accepted with dust, and in a test network with nothing but dust as well', async () => {
  const { chains, send, setUp } = await fixture()
  await send('live', deposit('live', 0), dust)
  await chains.test.mintUsdc(deposit('test', 19) as Hex, 5_000_000n)
  await chains.test.mine()
  expect(await setUp()).toMatchObject({ alreadySetUp: false })
})

it.each([
  ['a token', 'test', deposit('test', 19)],
  ['coin of the gas wallet', 'live', gasAddresses(words).live],
  ['coin of the account that other wallets make first', 'test', deposit('live', 0)],
] as const)('are refused for %s', async (what, mode, address) => {
  const { chains, send, setUp } = await fixture()
  if (what === 'a token') {
    await chains.test.mintUsdc(address as Hex, 5_000_001n)
    await chains.test.mine()
  } else await send(mode, address, ether)
  expect(await setUp()).toMatchObject({ refused: 'words_hold_money', held: [{ mode, address }] })
})

it('are refused if nobody knows what a coin is worth', async () => {
  const { send, setUp } = await fixture({ hasPrice: false })
  await send('live', deposit('live', 0), 1n)
  expect(await setUp()).toMatchObject({ held: [{ symbol: 'ETH', amount: '0.000000000000000001' }] })
})

it('are refused soon if a node hangs, with the name of its network', async () => {
  const { chains, setUp } = await fixture()
  chains.live.proxy.intercept(() => 'hang')
  const begun = performance.now()
  expect(await setUp()).toMatchObject({
    refused: 'words_hold_money',
    held: [],
    unread: [{ mode: 'live', chainId: 31338, chain: 'Local live chain' }],
  })
  expect(performance.now() - begun).toBeLessThan(15_000)
  expect(await setUp({ mayHoldMoney: true })).toMatchObject({ alreadySetUp: false })
})

it('are refused before a live network is enabled, since nothing can be read', async () => {
  const { config } = await serviceFunctions({}, {})
  const { call } = terminal(lambdasOf(config))
  const refused = call(setUpInstance, {
    mnemonic: words,
    baseUrl: 'https://pay.example.com',
    owner: { email: 'owner@example.com', password: 'correct horse battery' },
  })
  expect(await refused).toEqual({
    ...clean,
    refused: 'words_hold_money',
    withoutLiveNetworks: true,
  })
})

it('are refused for a wallet that is added, unless they are declared new', async () => {
  const { send, setUp, add } = await fixture()
  await setUp({ mnemonicIsNew: true })
  await send('live', deposit('live', 0, others), ether)
  expect(await add()).toMatchObject({ refused: 'words_hold_money', held: [{ amount: '1' }] })
  expect(await add({ mnemonicIsNew: true })).toMatchObject({ walletId: 'wallet-2' })
})
