import { expect, it, onTestFinished } from 'vitest'
import { setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { startTestChain } from '../../test/chain-fixture.ts'
import { nowhere } from '../../test/local-aws.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

const one = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const chain = ['--chain', '31337']

async function fixture(nodes = { 31337: [nowhere], 31338: [nowhere] }) {
  const { config } = await serviceFunctions({}, nodes)
  return terminal(lambdasOf(config))
}

const given = {
  mnemonic: 'test test test test test test test test test test test junk',
  mnemonicIsNew: true,
  searchSeconds: 0,
  baseUrl: 'https://pay.example.com',
  owner: { email: 'owner@example.com', password: 'correct horse battery' },
}

it('sets, lists, changes and cancels payout wallets', async () => {
  const node = await startTestChain()
  onTestFinished(() => node.stop())
  const { run } = await fixture({ 31337: [node.rpcUrl], 31338: [nowhere] })
  const set = (address: string) => run('payout-wallets', 'set', ...chain, '--address', address)
  expect(await run('payout-wallets', 'list')).toMatch(/^No chain has a payout wallet/)
  expect(await set(one.toLowerCase())).toBe(
    `The test payout wallet on Local test chain is ${one} from now on.`,
  )
  expect(await set(one)).toBe(`Nothing was changed: ${one} was already set.`)
  expect((await set(other)).split('\n')).toEqual([
    expect.stringMatching(
      new RegExp(
        `^The test payout wallet on Local test chain changes to ${other} at 20\\S+Z\\. Until then, it is ${one}\\.$`,
      ),
    ),
    'To cancel the change: npm run operate -- payout-wallets cancel --chain 31337',
  ])
  expect((await run('payout-wallets', 'list')).split('\n')).toEqual([
    expect.stringMatching(/^MODE +CHAIN +ADDRESS +SINCE +CHANGES TO$/),
    expect.stringMatching(
      new RegExp(`^test +31337 Local test chain +${one} +20\\S+Z +${other} from 20\\S+Z$`),
    ),
  ])
  expect(await run('payout-wallets', 'cancel', ...chain)).toBe(
    `The test payout wallet on Local test chain remains ${one}: the change to ${other} is cancelled.`,
  )
})

it('setup names the network whose payout wallet was set before it', async () => {
  const { run, call } = await fixture()
  await run('payout-wallets', 'set', ...chain, '--address', one)
  const payoutWallets = [{ mode: 'test', chainId: 31337, address: other }]
  await expect(call(setUpInstance, { ...given, payoutWallets })).rejects.toThrow(
    'payoutWallets.0.chainId: Local test chain has a payout wallet already.',
  )
  await call(setUpInstance, given)
  expect(await run('payout-wallets', 'list')).toContain(one)
})

it('warns of an address with a contract, and of a chain that can’t be read', async () => {
  const node = await startTestChain()
  onTestFinished(() => node.stop())
  await node.node.setCode({ address: one, bytecode: '0x00' })
  const { run } = await fixture({ 31337: [node.rpcUrl], 31338: [nowhere] })
  expect(await run('payout-wallets', 'set', ...chain, '--address', one)).toContain(
    `\n${one} is a contract on chain 31337: each payout costs more gas.`,
  )
  const unread = await run('payout-wallets', 'set', '--chain', '31338', '--address', other)
  expect(unread).toContain('Chain 31338 could not be read')
})

it('are set at setup, too', async () => {
  const { call, run } = await fixture()
  const at = { mode: 'test', chainId: 31337 }
  expect(
    await call(setUpInstance, { ...given, payoutWallets: [{ ...at, address: one }] }),
  ).toMatchObject({ payoutWallets: [{ ...at, address: one, isContract: null }] })
  expect(await run('payout-wallets', 'list', '--mode', 'test')).toContain(one)
  await expect(
    run(
      'payout-wallets',
      'set',
      ...chain,
      '--address',
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    ),
  ).rejects.toThrow('address is an address of this instance’s wallet, whose money is swept')
})

it.each([
  { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', message: 'instance’s wallet' },
  { address: '0xFB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', message: 'has a wrong checksum' },
  { address: one, chainId: 1, message: 'not a supported chain of test mode' },
  { address: one, chainId: 84532, message: 'Base Sepolia is not enabled in test mode' },
  { address: one, more: [{ address: other }], message: 'repeats chain 31337' },
])('at setup, $address is refused: $message', async ({ message, more = [], ...payout }) => {
  const { call, run } = await fixture()
  const payoutWallets = [payout, ...more].map((each) => ({ mode: 'test', chainId: 31337, ...each }))
  await expect(call(setUpInstance, { ...given, payoutWallets })).rejects.toThrow(message)
  expect(await run('payout-wallets', 'list')).toMatch(/^No chain/)
})

it.each([
  [['payout-wallets', 'set', ...chain, '--address', '0x12'], 'address must be an address'],
  [
    ['payout-wallets', 'set', ...chain, '--address', '0xFB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    'address has a wrong checksum',
  ],
  [['payout-wallets', 'set', '--chain', '5', '--address', one], 'chainId 5 is not a supported'],
  [['payout-wallets', 'cancel', ...chain], 'No change of the payout wallet on Local test chain'],
])('refuses %j', async (args, message) => {
  const { run } = await fixture()
  await expect(run(...args)).rejects.toThrow(message)
})
