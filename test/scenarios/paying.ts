import { encodeDeployData, encodeFunctionData, type Hex, keccak256, parseAbi, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hex as hexText } from '../../infra/local/chains/call-node.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { PriceLock } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { payer } from '../chain-fixture.ts'
import testNft from '../contracts/test-nft.json' with { type: 'json' }
import testToken from '../contracts/test-token.json' with { type: 'json' }
import testWallet from '../contracts/test-wallet.json' with { type: 'json' }
import type { Address, EngineHarness } from './engine-harness.ts'

/** Terms of an amount of USDC, with the session's times. */
export function usdcLock(amountBase: bigint): PriceLock {
  return tokenLock(localAddresses.testUsdc, { symbol: 'USDC', decimals: 6, amountBase })
}

/** Terms of an amount of the native coin. */
export function coinLock(amountBase: bigint): PriceLock {
  return { ...usdcLock(amountBase), asset: 'ETH', tokenAddress: null, decimals: 18 }
}

export function tokenLock(
  tokenAddress: Address,
  { symbol, decimals, amountBase }: { symbol: string; decimals: number; amountBase: bigint },
): PriceLock {
  const lock = { asset: symbol, tokenAddress, decimals, amountBase, unitPriceUsd: '1' }
  return { ...lock, chainId: 31337, expiresAt: new Date(0) }
}

const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function pretend(address from, address to, uint256 value)',
  'function mint(address to, uint256 tokenId)',
])

const walletAbi = parseAbi([
  'function payEach(address[] payees, uint256 value) payable',
  'function payAndFail(address payee, uint256 value) payable',
  'function payFromConstructor(address payee) payable',
  'function payBySelfdestruct(address payee) payable',
])

type TokenFunction =
  | { name: 'approve'; args: readonly [Address, bigint] }
  | { name: 'transfer'; args: readonly [Address, bigint] }
  | { name: 'transferFrom'; args: readonly [Address, Address, bigint] }
  | { name: 'pretend'; args: readonly [Address, Address, bigint] }
  | { name: 'mint'; args: readonly [Address, bigint] }

/** A call of a token; of the test's USDC unless another is named. */
export function tokenCall(call: TokenFunction, token: Address = localAddresses.testUsdc) {
  const { name: functionName, args } = call
  return { to: token, data: encodeFunctionData({ abi: tokenAbi, functionName, args }) }
}

type WalletFunction =
  | { name: 'payEach'; args: readonly [readonly Address[], bigint] }
  | { name: 'payAndFail'; args: readonly [Address, bigint] }
  | { name: 'payFromConstructor'; args: readonly [Address] }
  | { name: 'payBySelfdestruct'; args: readonly [Address] }

/** A call of a contract wallet that includes the coin it pays. */
export function walletCall(wallet: Address, call: WalletFunction, value: bigint) {
  const { name: functionName, args } = call
  return { to: wallet, value, data: encodeFunctionData({ abi: walletAbi, functionName, args }) }
}

/** A new token, all of which the node's account holds. */
export function deployToken(
  engine: EngineHarness,
  {
    symbol,
    decimals = 6,
    feePercent = 0n,
  }: { symbol: string; decimals?: number; feePercent?: bigint },
): Promise<Address> {
  const abi = parseAbi(['constructor(string symbol, uint8 decimals, uint256 feePercent)'])
  const bytecode = hexText.parse(testToken.bytecode)
  return deploy(engine, encodeDeployData({ abi, bytecode, args: [symbol, decimals, feePercent] }))
}

export function deployNft(engine: EngineHarness): Promise<Address> {
  return deploy(engine, hexText.parse(testNft.bytecode))
}

/** A contract that pays native coin in unusual ways. */
export function deployWallet(engine: EngineHarness): Promise<Address> {
  return deploy(engine, hexText.parse(testWallet.bytecode))
}

let payers = 0

type Signed = { to: Address; value?: bigint; data?: Hex; nonce: number; gasPrice?: bigint }

/** A funded account with a key, for transactions that are signed first and mined later. */
export async function newPayer(engine: EngineHarness) {
  payers += 1
  const account = privateKeyToAccount(keccak256(toHex(`payer ${payers}`)))
  await engine.chain.node.setBalance({ address: account.address, value: 10n ** 20n })
  return {
    address: account.address,
    sign: ({ gasPrice = 20_000_000_000n, ...transaction }: Signed) =>
      account.signTransaction({
        ...transaction,
        chainId: 31337,
        type: 'legacy',
        gas: 100_000n,
        gasPrice,
      }),
    send: (serializedTransaction: Hex) =>
      engine.chain.node.sendRawTransaction({ serializedTransaction }),
  }
}

export async function deploy(
  engine: Pick<EngineHarness, 'chain' | 'mine'>,
  data: Hex,
): Promise<Address> {
  const { node } = engine.chain
  const gas = 2_000_000n
  const hash = await node.sendTransaction({ account: payer, chain: null, gas, data })
  // Older than any confirmed block, like the registry's tokens.
  await engine.mine(3)
  const { contractAddress } = await node.getTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`transaction ${hash} created no contract`)
  return contractAddress
}
