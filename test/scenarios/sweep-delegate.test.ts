import { encodeFunctionData, erc20Abi, type LocalAccount, parseAbi, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HexAddress } from '../../shared/chain/chain.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import {
  type DelegateOf,
  delegateCode,
  delegatedBatch,
  delegationTo,
} from '../../shared/sweeps/delegate/sweep-delegate.ts'
import { authorizedTransfer } from '../../shared/sweeps/transactions/authorization.ts'
import { startTestChain, type TestChain } from '../chain-fixture.ts'
import { accountOf, delegation, deployDelegate, funded, sendAs } from './delegates.ts'

const usdc = localAddresses.testUsdc
const payout = '0x00000000000000000000000000000000005a1e5e'
const amount = 25_000_000n
const payAbi = parseAbi(['function pay(address token, uint256 amount)'])

let chain: TestChain
let gasWallet: LocalAccount
let stranger: LocalAccount
let of: DelegateOf
let delegate: HexAddress

beforeAll(async () => {
  chain = await startTestChain()
  gasWallet = await funded(chain, 'gas wallet')
  stranger = await funded(chain, 'stranger')
  of = { gasWallet: gasWallet.address, payout }
  delegate = await deployDelegate(chain, of)
})
afterAll(() => chain.stop())

function balance(address: HexAddress): Promise<bigint> {
  const args = [address] as const
  return chain.node.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args })
}

/** An address with USDC, that delegates if a name is given for its first time. */
async function holder(name: string): Promise<LocalAccount> {
  const account = accountOf(name)
  await chain.mintUsdc(account.address, amount)
  await chain.mine()
  return account
}

async function delegated(name: string): Promise<LocalAccount> {
  const account = await holder(name)
  const authorizations = [await delegation({ account, delegate })]
  await sendAs(chain, stranger, { to: stranger.address, authorizations })
  expect(await codeOf(account)).toBe(delegationTo(delegate).toLowerCase())
  return account
}

const codeOf = ({ address }: LocalAccount) => chain.node.getCode({ address })

function batchOf(...accounts: LocalAccount[]) {
  const items = accounts.map(({ address }) => ({ from: address, amount }))
  return delegatedBatch({ token: usdc, items }, { mayFail: true })
}

it('has the code that is compared with it, and no other', async () => {
  expect(await chain.node.getCode({ address: delegate })).toBe(delegateCode(of))
  const other = { ...of, payout: stranger.address }
  expect(delegateCode(other)).not.toBe(delegateCode(of))
  expect(await deployDelegate(chain, other)).not.toBe(delegate)
})

it('pays the payout wallet in the transaction that brings the authorization', async () => {
  const account = await holder('first')
  const before = await balance(payout)
  const authorizations = [await delegation({ account, delegate })]
  await sendAs(chain, gasWallet, { to: delegate, data: batchOf(account), authorizations })
  expect([await balance(account.address), (await balance(payout)) - before]).toEqual([0n, amount])
})

it('does nothing for a stranger, at the delegate or at an address that delegates to it', async () => {
  const account = await delegated('called by a stranger')
  const pay = encodeFunctionData({ abi: payAbi, args: [usdc, amount] })
  for (const to of [delegate, account.address]) {
    for (const data of [batchOf(account), pay]) {
      expect(await sendAs(chain, stranger, { to, data })).toBe(false)
    }
  }
  expect(await balance(account.address)).toBe(amount)
})

it('does nothing for the gas wallet beside its batches', async () => {
  const account = await delegated('called by the gas wallet')
  const pay = encodeFunctionData({ abi: payAbi, args: [usdc, amount] })
  expect(await sendAs(chain, gasWallet, { to: account.address, data: pay })).toBe(false)
  await sendAs(chain, gasWallet, { to: account.address, data: batchOf(account) })
  expect(await balance(account.address)).toBe(amount)
})

it('an authorization that a stranger submits lets nobody else move anything', async () => {
  const account = await holder('replayed')
  const own = await deployDelegate(chain, { gasWallet: stranger.address, payout: stranger.address })
  const authorizations = [await delegation({ account, delegate })]
  await sendAs(chain, stranger, { to: own, data: batchOf(account), authorizations })
  expect(await balance(account.address)).toBe(amount)
  // The gas wallet's own transaction, which brings it too late, moves the money all the same.
  await sendAs(chain, gasWallet, { to: delegate, data: batchOf(account), authorizations })
  expect(await balance(account.address)).toBe(0n)
})

it('an authorization of one chain is worth nothing on another', async () => {
  const account = await holder('of another chain')
  const authorizations = [await delegation({ account, delegate, chainId: 8453 })]
  await sendAs(chain, stranger, { to: stranger.address, authorizations })
  expect(await codeOf(account)).toBeUndefined()
})

it('leaves behind what does not delegate, or delegates to something else', async () => {
  const own = await deployDelegate(chain, { gasWallet: stranger.address, payout: stranger.address })
  const [plain, wrong, right] = [
    await holder('plain'),
    await holder('wrong'),
    await holder('right'),
  ]
  const authorizations = [
    await delegation({ account: wrong, delegate: own }),
    await delegation({ account: right, delegate }),
  ]
  const data = batchOf(plain, wrong, right)
  expect(await sendAs(chain, gasWallet, { to: delegate, data, authorizations })).toBe(true)
  const left = await Promise.all([plain, wrong, right].map(({ address }) => balance(address)))
  expect(left).toEqual([amount, amount, 0n])
})

it('an address that delegates still receives coin, even with 2,300 gas or with data', async () => {
  const { address } = await delegated('paid in coin')
  const value = 10n ** 16n
  expect(await sendAs(chain, stranger, { to: address, value, gas: 21_055n + 2_300n })).toBe(true)
  expect(await sendAs(chain, stranger, { to: address, value, data: '0x1234567890' })).toBe(true)
  expect(await chain.node.getBalance({ address })).toBe(2n * value)
  // What wallets send that don't estimate: it fails, and the payer keeps the coin.
  expect(await sendAs(chain, stranger, { to: address, value, gas: 21_000n })).toBe(false)
})

it('an address that delegates still signs for USDC, and only with its own key', async () => {
  const account = await delegated('signs')
  const token = {
    ...{ symbol: 'USDC', address: usdc, decimals: 6, usdPegged: true, checkout: true },
    eip3009: { name: 'USD Coin', version: '2' },
  }
  const wanted = {
    ...{ from: account.address, to: payout, valueBase: amount, nonce: zeroHash },
    validBefore: new Date('2100-01-01'),
  }
  const of31337 = { chainId: 31337, token }
  const forged = await authorizedTransfer(stranger, of31337, wanted)
  expect(await sendAs(chain, stranger, { to: usdc, data: forged })).toBe(false)
  const signed = await authorizedTransfer(account, of31337, wanted)
  expect(await sendAs(chain, stranger, { to: usdc, data: signed })).toBe(true)
  expect(await balance(account.address)).toBe(0n)
})
