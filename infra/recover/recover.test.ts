import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress } from 'viem'
import { expect, it, onTestFinished, vi } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { accountKeys } from '../../shared/payments/wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import { askDirectly, otherPayer, startTestChain } from '../../test/chain-fixture.ts'
import { deployTether } from '../../test/scenarios/sweeping.ts'
import { addTokens } from './add-tokens.ts'
import type { Progress } from './progress-text.ts'
import { recover } from './recover.ts'
import { recoverOptions } from './recover-options.ts'
import { recoveredText } from './recovered-text.ts'
import { requireOther } from './require-other.ts'

const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const testMode = { mode: 'test', account: null } as const
const addressAt = (index: number) =>
  getAddress(deriveDepositAddress(accountKeys(mnemonic).test, index))

async function fixture() {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const deps = { ask: askDirectly, now: () => new Date() }
  const onProgress = vi.fn<(progress: Progress) => void>()
  return {
    chain,
    onProgress,
    async list(...args: string[]) {
      const rpc = args.includes('--rpc') ? [] : ['--rpc', `31337=${chain.proxy.rpcUrl}`]
      const options = recoverOptions(['--mode', 'test', ...rpc, ...args])
      const clients = await addTokens(askDirectly, options.clients, options.tokens)
      return recover({ ...deps, onProgress }, mnemonic, { ...options, clients })
    },
  }
}

it('lists the money of every deposit address from the mnemonic alone', async () => {
  const { chain, list } = await fixture()
  await chain.send({ to: addressAt(4), value: 10n ** 16n })
  await chain.mintUsdc(addressAt(1_203), 2_500_000n)
  await chain.mine()
  const recovered = await list('--until', '1300')
  expect(recoveredText(recovered, testMode).split('\n')).toEqual([
    expect.stringMatching(/^PATH +CHAIN +AMOUNT +ADDRESS$/),
    `m/44'/1'/0'/0/4     31337  0.01 ETH  ${addressAt(4)}`,
    `m/44'/1'/0'/0/1203  31337  2.5 USDC  ${addressAt(1_203)}`,
    expect.stringMatching(/^Searched: 1300 deposit addresses\. Gas wallet: 0x/),
  ])
})

it('refuses to send to an address of the mnemonic itself', async () => {
  const { chain, list } = await fixture()
  await chain.send({ to: addressAt(1), value: 10n ** 16n })
  await chain.mine()
  const recovered = await list('--until', '10')
  expect(() => requireOther(addressAt(1).toLowerCase(), recovered)).toThrow('of this mnemonic')
  expect(() => requireOther(recovered.gasWallet, recovered)).toThrow('of this mnemonic')
  expect(() => requireOther(addressAt(5), recovered)).toThrow('of this mnemonic')
  const live = getAddress(deriveDepositAddress(accountKeys(mnemonic).live, 3))
  expect(() => requireOther(live, recovered)).toThrow('of this mnemonic')
  const { testUsdc } = localAddresses
  expect(() => requireOther(testUsdc, recovered)).toThrow(
    'the contract of a token on Local test chain',
  )
  expect(() => requireOther(otherPayer, recovered)).not.toThrow()
})

it('finds the newest money behind any number of empty addresses, given the next index', async () => {
  const { chain, list } = await fixture()
  await chain.send({ to: addressAt(30_001), value: 10n ** 16n })
  await chain.mine()
  const recovered = await list('--next-index', '30002', '--from', '29000', '--until', '30100')
  expect(recovered.found).toMatchObject([{ index: 30_001 }])
  expect(recovered.isOpenEnded).toBe(false)
}, 120_000)

it('lists what the gas wallet holds', async () => {
  const { chain, list } = await fixture()
  const { gasWallet } = await list('--until', '1')
  await chain.mintUsdc(getAddress(gasWallet), 7_000_000n)
  await chain.mine()
  const text = recoveredText(await list('--until', '1'), testMode)
  expect(text).toContain(`m/44'/1'/1'/0/0  31337  7 USDC  ${gasWallet}`)
})

it('says what could not be read, and that more may lie behind', async () => {
  const { chain, list } = await fixture()
  chain.proxy.intercept(() => ({ error: { code: -32000, message: 'closed' } }))
  const text = recoveredText(await list(), testMode)
  expect(text).toContain('No address holds a coin or a listed token.')
  expect(text).toContain('Not everything was read on Local test chain (31337)')
  expect(text).toContain('More may lie behind: the search ended after 200,000 empty addresses')
  const complete = recoveredText(await list('--next-index', '5'), testMode)
  expect(complete).not.toContain('More may lie behind')
})

it('lists a token that is named, although it is not in the registry', async () => {
  const { chain, list } = await fixture()
  const { token, ...tether } = await deployTether({ chain, mine: chain.mine })
  await tether.mint(addressAt(3), 4_000_000n)
  await chain.mine()
  const text = recoveredText(
    await list('--until', '5', '--token', `31337=${token.address}`),
    testMode,
  )
  expect(text).toContain(`4 ${getAddress(token.address)}  ${addressAt(3)}`)
  expect(recoveredText(await list('--until', '5'), testMode)).toContain('No address holds')
  const other = await startTestChain()
  onTestFinished(() => other.stop())
  const nodes = ['--rpc', `31337=${other.rpcUrl}`, '--rpc', `31337=${chain.rpcUrl}`]
  const { found } = await list('--until', '5', '--token', `31337=${token.address}`, ...nodes)
  expect(found).toMatchObject([{ index: 3, amountBase: 4_000_000n }])
  await expect(list('--until', '5', '--token', `31337=${otherPayer}`)).rejects.toThrow(
    `--token ${otherPayer} can't be read: it returned no decimals`,
  )
})

it('finds what one of two nodes hides', async () => {
  const { chain, list } = await fixture()
  const other = await startTestChain()
  onTestFinished(() => other.stop())
  await chain.send({ to: addressAt(4), value: 10n ** 16n })
  await chain.mine()
  const nodes = ['--rpc', `31337=${other.rpcUrl}`, '--rpc', `31337=${chain.rpcUrl}`]
  expect((await list('--until', '10', ...nodes)).found).toMatchObject([{ index: 4 }])
})

it('continues a search where it was interrupted, and still knows what it found and skipped', async () => {
  const { chain, list, onProgress } = await fixture()
  const folder = await mkdtemp(join(tmpdir(), 'quittance-recover-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const resume = ['--until', '4000', '--resume', join(folder, 'recovered.json')]
  await chain.send({ to: addressAt(7), value: 10n ** 16n })
  await chain.send({ to: addressAt(3_100), value: 10n ** 16n })
  await chain.mine()
  let searched = 0
  const dies = () => list(...resume).catch((error) => error)
  onProgress.mockImplementation((progress: Progress) => {
    searched = progress.searched
    if (searched === 2000) throw new Error('killed')
  })
  expect(await dies()).toEqual(new Error('killed'))
  const progress: Progress[] = []
  onProgress.mockImplementation((one: Progress) => progress.push(one))
  const recovered = await list(...resume, '--sweep', '--to', otherPayer)
  expect(recovered.found).toMatchObject([{ index: 7 }, { index: 3_100 }])
  expect(progress.map(({ now }) => now)).toEqual([0, 1000, 2000])
  expect(progress.at(-1)).toEqual({ searched: 4000, planned: 4000, now: 2000, withMoney: 2 })
  expect(() => requireOther(addressAt(5), recovered)).toThrow('of this mnemonic')
  expect((await list('--from', '8', ...resume)).found).toMatchObject([{ index: 3_100 }])
  await expect(list('--until', '5', '--resume', join(folder, 'none', 'x.json'))).rejects.toThrow(
    '--resume: ENOENT',
  )
  await expect(list('--rpc', `84532=${chain.rpcUrl}`, ...resume)).rejects.toThrow(
    'belongs to another mnemonic, mode, or choice of chains and tokens',
  )
  await writeFile(join(folder, 'recovered.json'), '{')
  await expect(list(...resume)).rejects.toThrow('has no progress of a search')
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
  [['--from', '-1'], '--from must be an index, such as 25000.'],
  [['--from', '5', '--until', '5'], '--until must be greater than --from'],
  [['--next-index', 'x'], '--next-index must be an index'],
  [['--next-index', '-1'], 'See: npm run recover -- --help'],
  [['--rpc', '31337=http://localhost:1'], 'is a chain of test mode: add --mode test'],
  [['--to', addressAt(0)], 'give both: --sweep --to'],
  [['--sweep'], 'give both: --sweep --to'],
  [['--sweep', '--to', 'x'], '--to must be an address'],
  [['--sweep', '--to', addressAt(0).replace('a', 'A')], '--to has a wrong checksum'],
  [['--token', '5=0x0'], '--token must be the id of a chain that is asked'],
  [['--token', '8453=0x0'], '--token 8453: the contract must be'],
  [['--rpc', '5=https://node.example'], '--rpc must be the id of a supported chain'],
  [['--rpc', '8453=nowhere'], '--rpc must be the id of a supported chain'],
  [['--mnemonic', 'legal winner'], "Unknown option '--mnemonic'"],
])('refuses %j', (args, message) => {
  expect(() => recoverOptions(args)).toThrow(message)
})
