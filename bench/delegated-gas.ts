import { encodeDeployData, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { hex } from '../infra/local/chains/call-node.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import {
  delegateAddress,
  delegatedBatch,
  deployer,
  deploymentData,
} from '../shared/sweeps/delegate/sweep-delegate.ts'
import testTether from '../test/contracts/test-tether.json' with { type: 'json' }
import type { Figure } from './bench.ts'

export type BenchTransaction = {
  to?: Hex
  data?: Hex
  value?: bigint
  from?: PrivateKeyAccount
  authorizationList?: readonly Awaited<ReturnType<PrivateKeyAccount['signAuthorization']>>[]
}

type Bench = {
  chainId: number
  payout: Hex
  gasWallet: PrivateKeyAccount
  account: (name: string) => PrivateKeyAccount
  /** Sends a transaction and returns the gas that it used, and the contract that it deployed. */
  send: (transaction: BenchTransaction) => Promise<{ gas: bigint; contract: Hex | null }>
  sizes: readonly number[]
}

const amountBase = 25_000_000n
const tetherAbi = parseAbi(['function mint(address to, uint256 value)'])

/** What a cleared balance and a delegation of an existing account give back, at most a fifth of all gas. */
const clearedRefund = 4_800n
const delegationRefund = 12_500n

/** Gas for each deposit of a token without signed transfers: by delegation (EIP-7702), and with coin sent ahead. */
export async function delegatedGas({ send, ...bench }: Bench): Promise<Figure[]> {
  const { gasWallet, payout, account, chainId, sizes } = bench
  const of = { gasWallet: gasWallet.address, payout }
  const { gas: deployment } = await send({ to: deployer, data: deploymentData(of) })
  const { contract: token } = await send({ data: encodeDeployData({ abi: [], bytecode }) })
  invariant(token, 'the token is deployed')
  const mint = (to: Hex) => {
    const data = encodeFunctionData({
      abi: tetherAbi,
      functionName: 'mint',
      args: [to, amountBase],
    })
    return send({ to: token, data })
  }
  // The payout wallet's first balance costs more, once.
  await mint(payout)
  const figures: Figure[] = []
  for (const size of sizes) {
    const holders = Array.from({ length: size }, (_, index) =>
      account(`delegated ${size} ${index}`),
    )
    for (const { address } of holders) await mint(address)
    const to = delegateAddress(of)
    const authorizationList = await Promise.all(
      holders.map((holder) => holder.signAuthorization({ address: to, chainId, nonce: 0 })),
    )
    const items = holders.map(({ address }) => ({ from: address, amount: amountBase }))
    const data = delegatedBatch({ token, items }, { mayFail: true })
    const { gas } = await send({ to, data, authorizationList })
    const each = ofNewAddresses(gas, BigInt(size)) / BigInt(size)
    figures.push({ what: `a deposit of USDT, ${size} delegations at a time`, value: `${each} gas` })
  }
  const holder = account('plain')
  await mint(holder.address)
  const { gas: topUp } = await send({ to: holder.address, value: 10n ** 17n })
  const args = [payout, amountBase] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const { gas: transfer } = await send({ to: token, data, from: holder })
  return [
    ...figures,
    { what: 'a deposit of USDT by top-up and transfer', value: `${topUp + transfer} gas` },
    { what: 'deploying the contract of delegations, once', value: `${deployment} gas` },
  ]
}

const bytecode = hex.parse(testTether.bytecode)

/**
 * anvil refunds the delegations of accounts that don't exist yet, too, so much that the limit of a fifth counts: it is
 * added again, and what the cleared balances give back is taken off.
 */
function ofNewAddresses(gas: bigint, size: bigint): bigint {
  const all = (gas * 5n) / 4n
  invariant((clearedRefund + delegationRefund) * size >= all / 5n, 'the limit of refunds counted')
  return all - clearedRefund * size
}
