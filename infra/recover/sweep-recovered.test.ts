import { getAddress, parseAbi } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { accountKeyAt } from '../../shared/payments/wallet/keys/account-keys.ts'
import {
  accountPathText,
  parseAccountPath,
} from '../../shared/payments/wallet/keys/account-path.ts'
import { deriveDepositAddress } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import { walletAccounts } from '../../shared/payments/wallet/keys/wallet-accounts.ts'
import { askDirectly, blockSeconds, startTestChain } from '../../test/chain-fixture.ts'
import { deployTether } from '../../test/scenarios/sweeping.ts'
import { addTokens } from './add-tokens.ts'
import { outcomeLine } from './outcome-line.ts'
import { recover } from './recover.ts'
import { recoverOptions } from './recover-options.ts'
import { recoveredText } from './recovered-text.ts'
import { requireOther } from './require-other.ts'
import { sweepRecovered } from './sweep-recovered.ts'
import type { UnlistedToken } from './unlisted-token.ts'

const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const to = getAddress('0x00000000000000000000000000000000005a1e5e')
const accounts = walletAccounts(mnemonic, 'test')
const addressAt = (index: number) => accounts.depositAccount(index).address

async function fixture(...more: string[]) {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  let lateMs = 0
  const now = () => new Date(Date.now() + lateMs)
  const pause = () => {
    lateMs += blockSeconds * 1000
    return chain.mine()
  }
  const deps = { ask: askDirectly, now, pause }
  const nodes = [chain.proxy.rpcUrl]
  const tokens: UnlistedToken[] = []
  const given = async () => {
    const rpc = nodes.flatMap((url) => ['--rpc', `31337=${url}`])
    const options = recoverOptions([
      ...['--mode', 'test', ...rpc, '--until', '30'],
      ...['--sweep', '--to', to],
      ...more,
    ])
    return { ...options, clients: await addTokens(askDirectly, options.clients, tokens) }
  }
  const list = async () => recover(deps, mnemonic, await given())
  return {
    chain,
    list,
    nodes,
    tokens,
    sweep: async () => {
      const { found } = await list()
      const { mode, account, clients } = await given()
      return sweepRecovered(deps, mnemonic, { mode, account, clients, found, to })
    },
    coin: (address: string) => chain.node.getBalance({ address: getAddress(address) }),
    usdc: (address: string) =>
      chain.node.readContract({
        address: localAddresses.testUsdc,
        abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
        functionName: 'balanceOf',
        args: [getAddress(address)],
      }),
  }
}

it('sends tokens and coin of every address, and pays for tokens from the richest one', async () => {
  const { chain, list, sweep, coin, usdc } = await fixture()
  await chain.send({ to: addressAt(4), value: 10n ** 16n })
  await chain.send({ to: addressAt(9), value: 10n ** 17n })
  await chain.mintUsdc(addressAt(4), 1_000_000n)
  await chain.mintUsdc(addressAt(20), 2_500_000n)
  await chain.mine()
  const outcomes = await sweep()
  expect(outcomes.filter((one) => 'reason' in one)).toEqual([])
  expect(await usdc(to)).toBe(3_500_000n)
  for (const index of [4, 9]) expect(await coin(addressAt(index))).toBe(0n)
  expect(await coin(to)).toBeGreaterThan(109n * 10n ** 15n)
  const { found } = await list()
  expect(found.filter(({ asset }) => asset.tokenAddress !== null)).toEqual([])
  expect(outcomes.map(outcomeLine)[0]).toMatch(/^Sent: 1 USDC of 0x/)
})

it('empties the gas wallet last, after it paid', async () => {
  const { chain, sweep, coin, usdc } = await fixture()
  const gas = accounts.gasAccount().address
  await chain.send({ to: gas, value: 10n ** 17n })
  await chain.mintUsdc(addressAt(2), 7n)
  await chain.mintUsdc(gas, 5n)
  await chain.mine()
  const outcomes = await sweep()
  expect(await usdc(to)).toBe(12n)
  expect(await coin(gas)).toBe(0n)
  expect(outcomes.at(-1)).toMatchObject({ address: gas, hash: expect.any(String) })
})

it('says what it can not move, and why, and moves the rest', async () => {
  const { chain, sweep, usdc } = await fixture()
  await chain.mintUsdc(addressAt(2), 7n)
  await chain.send({ to: addressAt(3), value: 1000n })
  await chain.mine()
  const lines = (await sweep()).map(outcomeLine)
  expect(lines).toContainEqual(
    expect.stringMatching(/^Not sent: 0.000007 USDC .* needs .* ETH more/),
  )
  expect(lines).toContainEqual(expect.stringContaining('it is not worth its fee'))
  expect(await usdc(addressAt(2))).toBe(7n)
  await chain.send({ to: addressAt(3), value: 10n ** 16n })
  await chain.mine()
  await sweep()
  expect(await usdc(to)).toBe(7n)
})

it('leaves a token that reverts where it is, and moves the rest', async () => {
  const { chain, sweep, tokens, usdc } = await fixture()
  const { token, ...tether } = await deployTether({ chain, mine: chain.mine })
  tokens.push({ chainId: 31337, address: token.address })
  await chain.send({ to: addressAt(9), value: 10n ** 17n })
  for (const index of [2, 3]) await tether.mint(addressAt(index), 5_000_000n)
  await chain.mintUsdc(addressAt(4), 7n)
  await tether.block(addressAt(2))
  await chain.mine()
  const lines = (await sweep()).map(outcomeLine)
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^Not sent: 5 .* of ${addressAt(2)} .*blacklisted`)),
  )
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^Sent: 5 ${token.address} of ${addressAt(3)} `)),
  )
  expect(await usdc(to)).toBe(7n)
})

it('sends through the node that sees the money, if another one hides it', async () => {
  const { chain, sweep, nodes, coin } = await fixture()
  const other = await startTestChain()
  onTestFinished(() => other.stop())
  nodes.unshift(other.rpcUrl)
  await chain.send({ to: addressAt(9), value: 10n ** 17n })
  await chain.mine()
  expect(await sweep()).toMatchObject([{ index: 9, hash: expect.any(String) }])
  expect(await coin(addressAt(9))).toBe(0n)
  expect(await coin(to)).toBeGreaterThan(99n * 10n ** 15n)
})

it('sends through another node if one accepts transactions and drops them', async () => {
  const { chain, sweep, nodes, coin } = await fixture()
  nodes.push(chain.rpcUrl)
  chain.proxy.intercept(({ method }) =>
    method === 'eth_sendRawTransaction' ? { result: `0x${'00'.repeat(32)}` } : undefined,
  )
  await chain.send({ to: addressAt(9), value: 10n ** 17n })
  await chain.mine()
  expect(await sweep()).toMatchObject([{ index: 9, hash: expect.any(String) }])
  expect(await coin(addressAt(9))).toBe(0n)
})

it('sends the money of an account, of which an instance has the public key alone', async () => {
  const account = parseAccountPath("m/44'/60'/7'") ?? []
  const { chain, list, sweep, coin, usdc } = await fixture('--account', accountPathText(account))
  const key = accountKeyAt(mnemonic, account)
  const at = (index: number) => getAddress(deriveDepositAddress(key, index))
  await chain.send({ to: at(3), value: 10n ** 17n })
  await chain.mintUsdc(at(5), 2_500_000n)
  await chain.send({ to: addressAt(3), value: 10n ** 17n })
  await chain.mine()
  const recovered = await list()
  const [first, ...lines] = recoveredText(recovered, { mode: 'test', account }).split('\n')
  expect(first).toMatch(/^PATH/)
  expect(lines).toEqual([
    `m/44'/60'/7'/0/3  31337  0.1 ETH   ${at(3)}`,
    `m/44'/60'/7'/0/5  31337  2.5 USDC  ${at(5)}`,
    expect.stringContaining(`Gas wallet: ${recovered.gasWallet}`),
  ])
  // Its owner may use other accounts of the same words, but not this one.
  expect(() => requireOther(addressAt(0), recovered)).not.toThrow()
  expect(() => requireOther(at(29), recovered)).toThrow('of this mnemonic')
  // Another payment's coin pays for no token: the instance would take it for a payment.
  expect((await sweep()).map(outcomeLine)).toContainEqual(
    expect.stringMatching(/^Not sent: 2.5 USDC .* needs .* ETH more/),
  )
  await chain.send({ to: getAddress(recovered.gasWallet), value: 10n ** 17n })
  await chain.mine()
  expect((await sweep()).filter((one) => 'reason' in one)).toEqual([])
  expect(await usdc(to)).toBe(2_500_000n)
  for (const address of [at(3), at(5), recovered.gasWallet]) expect(await coin(address)).toBe(0n)
  expect(await coin(addressAt(3))).toBe(10n ** 17n)
})

it.each([
  'm',
  "m/44'/60'",
  "m/44'/60'/7",
  "m/49'/0'/0'",
  "m/44'/60'/7'/0",
  "m/44'/60'/2147483648'",
])('refuses %s as an account', (path) => {
  expect(() => recoverOptions(['--account', path])).toThrow('--account must be the path')
})
