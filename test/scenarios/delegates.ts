import { type Hex, keccak256, type LocalAccount, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { HexAddress } from '../../shared/chain/chain.ts'
import {
  type DelegateOf,
  delegateAddress,
  deployer,
  deploymentData,
} from '../../shared/sweeps/delegate/sweep-delegate.ts'
import { payer, type TestChain } from '../chain-fixture.ts'

/** An account of a test, with coin for its transactions. */
export async function funded(chain: TestChain, name: string): Promise<LocalAccount> {
  const account = accountOf(name)
  await chain.node.setBalance({ address: account.address, value: 10n ** 20n })
  return account
}

/** An account that nothing was ever sent to. */
export function accountOf(name: string): LocalAccount {
  return privateKeyToAccount(keccak256(toHex(`delegate ${name}`)))
}

/** Deploys a delegate as anyone can, whomever it obeys. */
export async function deployDelegate(chain: TestChain, of: DelegateOf): Promise<HexAddress> {
  const data = deploymentData(of)
  await chain.node.sendTransaction({
    ...{ account: payer, chain: null, to: deployer, data, gas: 2_000_000n },
  })
  await chain.mine()
  return delegateAddress(of)
}

type Delegation = { account: LocalAccount; delegate: HexAddress; chainId?: number; nonce?: number }

/** What an address signs to delegate to a contract. */
export function delegation({ account, delegate, chainId = 31337, nonce = 0 }: Delegation) {
  if (!account.signAuthorization) throw new Error('the account can sign authorizations')
  return account.signAuthorization({ address: delegate, chainId, nonce })
}

type Transaction = {
  to: HexAddress
  data?: Hex
  value?: bigint
  gas?: bigint
  authorizations?: readonly Awaited<ReturnType<typeof delegation>>[]
}

/** Signs, sends and mines a transaction of an account; returns whether it succeeded. */
export async function sendAs(
  { node, mine, chain: { chainId } }: TestChain,
  account: LocalAccount,
  { authorizations, gas = 3_000_000n, ...call }: Transaction,
): Promise<boolean> {
  const nonce = await node.getTransactionCount({ address: account.address })
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
  const request = { ...call, ...fees, chainId, nonce, gas }
  const serializedTransaction = await (authorizations
    ? account.signTransaction({ ...request, authorizationList: authorizations, type: 'eip7702' })
    : account.signTransaction({ ...request, type: 'eip1559' }))
  const hash = await node.sendRawTransaction({ serializedTransaction })
  await mine()
  return (await node.getTransactionReceipt({ hash })).status === 'success'
}
