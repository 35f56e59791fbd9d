import { getAddress } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { accountKeys } from '../../shared/wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../../shared/wallet/keys/derive-deposit-address.ts'
import { askDirectly, startTestChain } from '../../test/chain-fixture.ts'
import { recover, recoveredText, recoverOptions, requireOther } from './recover.ts'

const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const addressAt = (index: number) =>
  getAddress(deriveDepositAddress(accountKeys(mnemonic).test, index))

async function fixture() {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const deps = { ask: askDirectly, now: () => new Date() }
  const options = (...args: string[]) =>
    recoverOptions(['--mode', 'test', '--rpc', `31337=${chain.proxy.rpcUrl}`, ...args])
  return { chain, list: (...args: string[]) => recover(deps, mnemonic, options(...args)) }
}

it('lists the money of every deposit address from the mnemonic alone', async () => {
  const { chain, list } = await fixture()
  await chain.send({ to: addressAt(4), value: 10n ** 16n })
  await chain.mintUsdc(addressAt(1_203), 2_500_000n)
  await chain.mine()
  const recovered = await list('--until', '1300')
  expect(recoveredText(recovered, 'test').split('\n')).toEqual([
    expect.stringMatching(/^PATH +CHAIN +AMOUNT +ADDRESS$/),
    `m/44'/1'/0'/0/4     31337  0.01 ETH  ${addressAt(4)}`,
    `m/44'/1'/0'/0/1203  31337  2.5 USDC  ${addressAt(1_203)}`,
    expect.stringMatching(/^Searched: 1300 addresses, from index 0 on\. Gas wallet: 0x/),
  ])
})

it('refuses to send to an address of the mnemonic itself', async () => {
  const { chain, list } = await fixture()
  await chain.send({ to: addressAt(1), value: 10n ** 16n })
  await chain.mine()
  const recovered = await list('--until', '10')
  expect(() => requireOther(addressAt(1).toLowerCase(), recovered)).toThrow('of this mnemonic')
  expect(() => requireOther(recovered.gasWallet, recovered)).toThrow('of this mnemonic')
  expect(() => requireOther(addressAt(5), { ...recovered, found: [] })).not.toThrow()
})

it('says what could not be read', async () => {
  const { chain, list } = await fixture()
  chain.proxy.intercept(() => ({ error: { code: -32000, message: 'closed' } }))
  const text = recoveredText(await list('--until', '10'), 'test')
  expect(text).toContain('No deposit address holds a coin or a listed token.')
  expect(text).toContain('Not everything was read on Local test chain (31337)')
})

it('asks public nodes of all chains unless nodes are given', () => {
  const live = recoverOptions([]).clients.map(({ chain }) => chain.chainId)
  expect(live).toContain(8453)
  expect(
    recoverOptions(['--mode', 'test']).clients.every(({ chain }) => chain.mode === 'test'),
  ).toBe(true)
})

it.each([
  [['--mode', 'both'], '--mode must be live or test.'],
  [['--until', 'x'], '--until must be an index'],
  [['--to', addressAt(0)], 'give both: --sweep --to'],
  [['--sweep'], 'give both: --sweep --to'],
  [['--sweep', '--to', 'x'], '--to must be an address'],
  [['--sweep', '--to', addressAt(0).replace('a', 'A')], '--to has a wrong checksum'],
  [['--rpc', '5=https://node.example'], '--rpc must be the id of a supported chain'],
  [['--rpc', '8453=nowhere'], '--rpc must be the id of a supported chain'],
  [['--mnemonic', 'legal winner'], "Unknown option '--mnemonic'"],
])('refuses %j', (args, message) => {
  expect(() => recoverOptions(args)).toThrow(message)
})
