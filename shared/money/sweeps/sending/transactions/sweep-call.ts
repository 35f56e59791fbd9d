import { encodeFunctionData, erc20Abi, getAddress, type Hex, multicall3Abi } from 'viem'
import type { Chain, HexAddress, Token } from '../../../../chain/chain.ts'
import { invariant } from '../../../../kernel/invariant.ts'
import type { Sweep, SweepItem } from '../../../../payments/holdings/rules/sweep.ts'
import {
  type SweepProblem,
  sweepProblem,
} from '../../../../payments/holdings/rules/sweep-problems.ts'
import type { SweepWallet } from '../../sweep-services.ts'
import { authorizedTransfer } from './authorization.ts'

/** A native sweep's value is the balance minus the fees. */
export type Call = { to: HexAddress; value: bigint; data: Hex }

type Batch = Pick<Sweep, 'recipient' | 'tokenAddress' | 'items' | 'validBefore'>
type Purpose = Batch & Pick<Sweep, 'kind'>

/** The call of a sweep, without the value of a native one. Decrypts the wallet only for authorizations. */
export async function sweepCall(
  chain: Chain,
  sweep: Purpose,
  wallet: () => Promise<SweepWallet>,
): Promise<Call> {
  const { kind, recipient } = sweep
  const to = getAddress(recipient)
  if (kind === 'native') return { to, value: 0n, data: '0x' }
  if (kind === 'top-up') return { to, value: amountOf(sweep), data: '0x' }
  if (kind === 'token') {
    const token = getAddress(sweep.tokenAddress ?? '')
    return { to: token, value: 0n, data: transfer(to, amountOf(sweep)) }
  }
  const calls = await authorizedCalls(chain, sweep, await wallet())
  return { to: chain.multicall3, value: 0n, data: batchData(calls, { allowFailure: true }) }
}

export function amountOf({ items }: Pick<Sweep, 'items'>): bigint {
  const [item] = items
  invariant(item && items.length === 1, 'it has one item')
  return item.amountBase
}

/** Why a sweep can't be signed as the registry is now; null if it can. */
export function whyUnsignable(
  { name, tokens }: Pick<Chain, 'name' | 'tokens'>,
  { kind, symbol, tokenAddress }: Pick<Sweep, 'kind' | 'symbol' | 'tokenAddress'>,
): SweepProblem | null {
  const token = tokens.find(({ address }) => address === tokenAddress)
  if (kind !== 'authorized' || token?.eip3009) return null
  const of = { symbol, tokenAddress: `${tokenAddress}`, chain: name }
  return sweepProblem(token ? 'token_unauthorized' : 'token_unlisted', of)
}

export function isListed(
  { tokens }: Pick<Chain, 'tokens'>,
  { tokenAddress }: Pick<Sweep, 'tokenAddress'>,
): boolean {
  const wanted = tokenAddress?.toLowerCase()
  return wanted === undefined || tokens.some(({ address }) => address.toLowerCase() === wanted)
}

function tokenOf({ chainId, tokens }: Chain, { tokenAddress }: Pick<Sweep, 'tokenAddress'>): Token {
  const token = tokens.find(({ address }) => address === tokenAddress)
  invariant(token, `chain ${chainId} has the token ${tokenAddress}`)
  return token
}

/** Call data of an ERC-20 transfer. */
export function transfer(to: HexAddress, amountBase: bigint): Hex {
  const args = [to, amountBase] as const
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
}

export type BatchCall = { target: HexAddress; callData: Hex }

/** The signed transfers of a batch, in the order of its items. */
export function authorizedCalls(
  chain: Chain,
  sweep: Batch,
  wallet: SweepWallet,
): Promise<BatchCall[]> {
  const token = tokenOf(chain, sweep)
  return Promise.all(
    sweep.items.map(async (item) => ({
      target: token.address,
      callData: await signedTransfer(await wallet.depositAccount(item), {
        chain,
        token,
        item,
        sweep,
      }),
    })),
  )
}

type Signing = { chain: Chain; token: Token; item: SweepItem; sweep: Batch }

function signedTransfer(
  account: Parameters<typeof authorizedTransfer>[0],
  { chain: { chainId }, token, item, sweep: { recipient, validBefore } }: Signing,
): Promise<Hex> {
  invariant(validBefore && item.authorizationNonce, 'an authorization has a nonce and expires')
  return authorizedTransfer(
    account,
    { chainId, token },
    {
      from: item.address,
      to: recipient,
      valueBase: item.amountBase,
      validBefore,
      nonce: `0x${item.authorizationNonce.slice(2)}`,
    },
  )
}

/** Call data of Multicall3. If calls may fail, the others still happen, so each has to be checked afterwards. */
export function batchData(
  calls: readonly BatchCall[],
  { allowFailure }: { allowFailure: boolean },
): Hex {
  const args = [calls.map((call) => ({ ...call, allowFailure }))] as const
  return encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
}
