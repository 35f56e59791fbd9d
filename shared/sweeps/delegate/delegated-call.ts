import { getAddress, type Hex, numberToHex, type SignedAuthorization } from 'viem'
import type { Chain, HexAddress } from '../../chain/chain.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Sweep, SweepItem } from '../rules/sweep.ts'
import type { SweepWallet } from '../sweep-services.ts'
import type { SweepCall } from '../transactions/sweep-call.ts'
import { delegateAddress, delegatedBatch } from './sweep-delegate.ts'

type Batch = Pick<Sweep, 'sender' | 'recipient' | 'tokenAddress' | 'items'>

/** The call of a batch, with the delegations that its items sign. Signed again, it is the same byte for byte. */
export async function delegatedCall(
  chain: Pick<Chain, 'chainId'>,
  batch: Batch,
  wallet: SweepWallet,
): Promise<SweepCall> {
  const to = delegateOf(batch)
  const signed = await Promise.all(
    batch.items.map((item) => delegation(wallet, item, { to, chain })),
  )
  const authorizationList = signed.filter((one) => one !== null)
  return { to, value: 0n, data: dataOf(batch, { mayFail: true }), authorizationList }
}

/** The contract that a batch's addresses delegate to. */
export function delegateOf({ sender, recipient }: Pick<Batch, 'sender' | 'recipient'>): HexAddress {
  return delegateAddress({ gasWallet: getAddress(sender), payout: getAddress(recipient) })
}

/** Call data of a batch. */
export function dataOf(
  { tokenAddress, items }: Pick<Batch, 'tokenAddress' | 'items'>,
  options: { mayFail: boolean },
): Hex {
  const transfers = items.map(({ address, amountBase }) => ({
    from: getAddress(address),
    amount: amountBase,
  }))
  return delegatedBatch({ token: getAddress(tokenAddress ?? ''), items: transfers }, options)
}

/** An address's delegation, or null if it delegates already. */
export async function delegation(
  wallet: SweepWallet,
  item: SweepItem,
  { to, chain: { chainId } }: { to: HexAddress; chain: Pick<Chain, 'chainId'> },
): Promise<SignedAuthorization | null> {
  if (item.authorizationNonce === null) return null
  const account = await wallet.depositAccount(item)
  invariant(account.signAuthorization, 'an account of the wallet can sign a delegation')
  // One without a chain would be valid on all of them.
  invariant(chainId > 0, 'a delegation names its chain')
  const nonce = Number(item.authorizationNonce)
  return account.signAuthorization({ address: to, chainId, nonce })
}

/** Delegations as nodes' methods expect them. */
export function rpcAuthorizations(list: readonly SignedAuthorization[]) {
  return list.map(({ address, chainId, nonce, r, s, yParity }) => ({
    ...{ address, r, s },
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    yParity: numberToHex(yParity ?? 0),
  }))
}
