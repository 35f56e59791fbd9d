import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  parseAbi,
  parseSignature,
  stringToHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import {
  getCode,
  multicall,
  readContract,
  sendTransaction,
  waitForTransactionReceipt,
} from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localAddresses, localFeedDecimals } from '../../../shared/chain/local-addresses.ts'
import { deployContracts } from './deploy-contracts.ts'
import { fund } from './fund.ts'
import { deployer } from './local-accounts.ts'
import { generousFees, type LocalClient, localClient } from './local-client.ts'
import { type LocalChain, startChain } from './start-chain.ts'

const usdcAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function authorizationState(address, bytes32) view returns (bool)',
  'function approve(address, uint256) returns (bool)',
  'function transferFrom(address, address, uint256) returns (bool)',
  'function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)',
  'function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)',
  'function cancelAuthorization(address, bytes32, uint8, bytes32, bytes32)',
])
const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function post(int256 answer)',
])
const farFuture = 4_000_000_000n
const usdc = localAddresses.testUsdc

let dataDir: string
let chain: LocalChain
let client: LocalClient

let begun: number

beforeAll(async () => {
  begun = Date.now()
  dataDir = await mkdtemp(join(tmpdir(), 'chains-'))
  const options = { mode: 'test', chainId: 31337, dataDir, port: 0 } as const
  chain = await startChain({ ...options, blockTimeSeconds: 0.05, isBusy: () => false })
  client = localClient(chain)
})

afterAll(async () => {
  await chain.stop()
  await rm(dataDir, { recursive: true })
})

const newAccount = () => privateKeyToAccount(generatePrivateKey())
type Account = ReturnType<typeof newAccount>

async function send(account: Account, to: Address, data: Hex): Promise<string> {
  const request = { account, to, data, gas: 300_000n, ...generousFees }
  const hash = await sendTransaction(client, request)
  return (await waitForTransactionReceipt(client, { hash, checkReplacement: false })).status
}

async function sender(usdcBase: bigint): Promise<Account> {
  const account = newAccount()
  await fund(chain, { to: account.address, asset: 'ETH', amountBase: 10n ** 18n })
  if (usdcBase > 0n) await fund(chain, { to: account.address, asset: 'USDC', amountBase: usdcBase })
  return account
}

const domain = () => ({
  name: 'USD Coin',
  version: '2',
  chainId: chain.chainId,
  verifyingContract: usdc,
})
const authorizationFields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

async function signatureOf(signature: Promise<Hex>): Promise<readonly [number, Hex, Hex]> {
  const { r, s, yParity } = parseSignature(await signature)
  return [27 + yParity, r, s]
}

type Order = { to: Address; value: bigint; nonce: Hex; validBefore?: bigint }

async function authorization(
  kind: 'TransferWithAuthorization' | 'ReceiveWithAuthorization',
  payer: Account,
  { to, value, nonce, validBefore = farFuture }: Order,
): Promise<Hex> {
  const message = { from: payer.address, to, value, validAfter: 0n, validBefore, nonce }
  const signature = await signatureOf(
    payer.signTypedData({
      domain: domain(),
      types: { [kind]: authorizationFields },
      primaryType: kind,
      message,
    }),
  )
  const args = [payer.address, to, value, 0n, validBefore, nonce, ...signature] as const
  return kind === 'TransferWithAuthorization'
    ? encodeFunctionData({ abi: usdcAbi, functionName: 'transferWithAuthorization', args })
    : encodeFunctionData({ abi: usdcAbi, functionName: 'receiveWithAuthorization', args })
}

const balance = (owner: Address) =>
  readContract(client, { abi: usdcAbi, address: usdc, functionName: 'balanceOf', args: [owner] })

describe('the contracts of a new chain', () => {
  it('are at the addresses in the registry', async () => {
    const { multicall3, ...ours } = localAddresses
    const created = [0n, 1n, 2n, 3n].map((nonce) =>
      getContractAddress({ from: deployer.address, nonce }),
    )
    expect(Object.values(ours)).toEqual(created)
    expect(await getCode(client, { address: multicall3 })).toMatch(/^0x6080/)
  })

  it('are not changed by a second deployment', async () => {
    await deployContracts(chain, () => new Date())
    const feed = { abi: feedAbi, address: localAddresses.ethUsdFeed } as const
    expect(await readContract(client, { ...feed, functionName: 'description' })).toBe('ETH / USD')
  })
})

describe('the test USDC', () => {
  it('describes itself as USDC does, read through Multicall3', async () => {
    const contract = { abi: usdcAbi, address: usdc } as const
    const described = await multicall(client, {
      multicallAddress: localAddresses.multicall3,
      allowFailure: false,
      contracts: [
        { ...contract, functionName: 'name' },
        { ...contract, functionName: 'symbol' },
        { ...contract, functionName: 'version' },
        { ...contract, functionName: 'decimals' },
      ],
    })
    expect(described).toEqual(['USD Coin', 'USDC', '2', 6])
  })

  it('transfers once by signature for a payer without coins', async () => {
    const payer = newAccount()
    const relayer = await sender(0n)
    await fund(chain, { to: payer.address, asset: 'USDC', amountBase: 5_000_000n })
    const shop = newAccount().address
    const nonce = keccak256(stringToHex('order 1'))
    const order = await authorization('TransferWithAuthorization', payer, {
      to: shop,
      value: 3_000_000n,
      nonce,
    })
    expect(await send(relayer, usdc, order)).toBe('success')
    expect(await send(relayer, usdc, order)).toBe('reverted')
    expect(await balance(shop)).toBe(3_000_000n)
    expect(await balance(payer.address)).toBe(2_000_000n)
  })

  it('rejects authorizations that expired, were canceled, or are not sent by the payee', async () => {
    const payer = await sender(9_000_000n)
    const payee = await sender(0n)
    const to = payee.address
    const [late, canceled, received] = ['late', 'canceled', 'received'].map((name) =>
      keccak256(stringToHex(name)),
    )
    if (!late || !canceled || !received) throw new Error('three nonces')
    const order = { to, value: 1_000_000n }
    const lateOrder = { ...order, nonce: late, validBefore: 1n }
    const expired = await authorization('TransferWithAuthorization', payer, lateOrder)
    expect(await send(payee, usdc, expired)).toBe('reverted')

    const cancel = await signatureOf(
      payer.signTypedData({
        domain: domain(),
        types: {
          CancelAuthorization: [
            { name: 'authorizer', type: 'address' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'CancelAuthorization',
        message: { authorizer: payer.address, nonce: canceled },
      }),
    )
    const cancelCall = encodeFunctionData({
      abi: usdcAbi,
      functionName: 'cancelAuthorization',
      args: [payer.address, canceled, ...cancel],
    })
    expect(await send(payee, usdc, cancelCall)).toBe('success')
    const canceledOrder = { ...order, nonce: canceled }
    const voided = await authorization('TransferWithAuthorization', payer, canceledOrder)
    expect(await send(payee, usdc, voided)).toBe('reverted')

    const receivedOrder = { ...order, nonce: received }
    const forPayee = await authorization('ReceiveWithAuthorization', payer, receivedOrder)
    expect(await send(payer, usdc, forPayee)).toBe('reverted')
    expect(await send(payee, usdc, forPayee)).toBe('success')
    expect(await balance(to)).toBe(1_000_000n)
  })

  it('accepts permits, and spends no more than they allow', async () => {
    const owner = await sender(2_000_000n)
    const spender = await sender(0n)
    const signature = await signatureOf(
      owner.signTypedData({
        domain: domain(),
        types: {
          Permit: [
            { name: 'owner', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        primaryType: 'Permit',
        message: {
          owner: owner.address,
          spender: spender.address,
          value: 1_500_000n,
          nonce: 0n,
          deadline: farFuture,
        },
      }),
    )
    const permit = encodeFunctionData({
      abi: usdcAbi,
      functionName: 'permit',
      args: [owner.address, spender.address, 1_500_000n, farFuture, ...signature],
    })
    const take = encodeFunctionData({
      abi: usdcAbi,
      functionName: 'transferFrom',
      args: [owner.address, spender.address, 1_000_000n],
    })
    expect(await send(spender, usdc, permit)).toBe('success')
    expect(await send(spender, usdc, permit)).toBe('reverted')
    expect(await send(spender, usdc, take)).toBe('success')
    expect(await send(spender, usdc, take)).toBe('reverted')
    expect(await balance(spender.address)).toBe(1_000_000n)
  })
})

describe('the price feeds', () => {
  it('have recent rounds at the start', async () => {
    const answers = [
      [localAddresses.ethUsdFeed, 2500_00000000n],
      [localAddresses.usdcUsdFeed, 1_00000000n],
      [localAddresses.eurUsdFeed, 1_08000000n],
    ] as const
    for (const [address, expected] of answers) {
      const feed = { abi: feedAbi, address } as const
      const round = await readContract(client, { ...feed, functionName: 'latestRoundData' })
      const [roundId, answer, , updatedAt, answeredInRound] = round
      expect({ answer, roundId, answeredInRound }).toEqual({
        answer: expected,
        roundId: 1n,
        answeredInRound: 1n,
      })
      // Blocks have whole seconds.
      expect(Number(updatedAt)).toBeGreaterThanOrEqual(Math.floor(begun / 1000))
      expect(await readContract(client, { ...feed, functionName: 'decimals' })).toBe(
        localFeedDecimals,
      )
    }
  })

  it('accept rounds from their owner only', async () => {
    const stranger = await sender(0n)
    const data = encodeFunctionData({ abi: feedAbi, functionName: 'post', args: [1n] })
    expect(await send(stranger, localAddresses.ethUsdFeed, data)).toBe('reverted')
  })
})

describe('the faucet', () => {
  it('serves many requests at a time, each exactly once', async () => {
    const people = Array.from({ length: 12 }, () => newAccount().address)
    await Promise.all(people.map((to) => fund(chain, { to, asset: 'USDC', amountBase: 7n })))
    expect(await Promise.all(people.map(balance))).toEqual(people.map(() => 7n))
  })

  it('reports an asset that it does not have', async () => {
    const funding = { to: deployer.address, asset: 'DOGE', amountBase: 1n }
    await expect(fund(chain, funding)).rejects.toThrow('The faucet of chain 31337 has no DOGE.')
  })
})
