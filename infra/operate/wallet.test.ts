import { getAddress } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { accountKeys } from '../../shared/payments/wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import { startTestChain } from '../../test/chain-fixture.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const account = accountKeys(mnemonic).test
const addressAt = (index: number) => getAddress(deriveDepositAddress(account, index))

/** An instance that is set up with a used mnemonic, before any chain responds, and then a chain. */
async function fixture() {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const nowhere = 'http://127.0.0.1:9'
  const { config } = await serviceFunctions({}, { 31337: [chain.rpcUrl], 31338: [nowhere] })
  const { call, run } = terminal(lambdasOf(config))
  const setUp = () =>
    call(setUpInstance, {
      mnemonic,
      mayHoldMoney: true,
      baseUrl: 'https://pay.example.com',
      searchSeconds: 0,
      owner: { email: 'owner@example.com', password: 'correct horse battery' },
    })
  return { chain, setUp, run }
}

it('lists money at skipped addresses, and what could not be read', async () => {
  const { chain, setUp, run } = await fixture()
  await setUp()
  expect(await run('wallet', 'check', '--mode', 'test', '--until', '5')).toBe(
    'There is no money at addresses without a session.',
  )
  await chain.send({ to: addressAt(4), value: 10n ** 16n })
  await chain.mintUsdc(addressAt(3), 2_500_000n)
  await chain.mine()
  const lines = (await run('wallet', 'check', '--until', '5')).split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^MODE +WALLET +INDEX +CHAIN +AMOUNT +ADDRESS$/),
    expect.stringMatching(new RegExp(`^test +wallet-1 +4 +31337 +0\\.01 ETH +${addressAt(4)}$`)),
    expect.stringMatching(new RegExp(`^test +wallet-1 +3 +31337 +2\\.5 USDC +${addressAt(3)}$`)),
    expect.stringMatching(
      /^Not everything was read on Local live chain \(31338, live\), from deposit address 0 on: .+$/,
    ),
  ])
  const data = JSON.parse(await run('wallet', 'check', '--until', '5', '--json'))
  expect(data).toMatchObject({ found: [{ index: 4, symbol: 'ETH' }, { index: 3 }], unread: [{}] })
})

it('makes new sessions begin after the addresses in use', async () => {
  const { run } = await fixture()
  const skip = (...given: string[]) =>
    run('wallet', 'skip', '--mode', 'test', '--highest-index', ...given)
  expect(await skip('25000')).toBe('New test sessions begin at deposit address 35000.')
  const unchanged = 'Nothing was changed: new test sessions begin at deposit address 35000.'
  expect(await skip('25000')).toBe(unchanged)
  expect(await skip('7')).toBe(unchanged)
})

it.each([
  [['wallet', 'skip', '--mode', 'test'], 'wallet skip needs --highest-index: the highest index'],
  [
    ['wallet', 'skip', '--mode', 'test', '--highest-index', 'x'],
    '--highest-index must be the highest',
  ],
  [
    ['wallet', 'skip', '--mode', 'test', '--highest-index', '-1'],
    '--highest-index must be at least 0: the highest index in use',
  ],
  [['wallet', 'check', '--until', '5'], 'The instance has no wallet yet'],
])('refuses %j', async (args, message) => {
  const { run } = await fixture()
  await expect(run(...args)).rejects.toThrow(message)
})
