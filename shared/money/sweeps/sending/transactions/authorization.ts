import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBigInt,
  keccak256,
  type LocalAccount,
  parseAbi,
  parseSignature,
} from 'viem'
import type { Chain, HexAddress, Token } from '../../../../chain/chain.ts'
import { invariant } from '../../../../kernel/invariant.ts'

/** A transfer that its payer signs and anyone may submit (EIP-3009). The recipient is part of what is signed. */
export type Authorization = {
  from: string
  to: string
  valueBase: bigint
  validBefore: Date
  nonce: Hex
}

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

/**
 * The nonce of an address's n-th sweep of a token. It stays the same until one is final, so that of several
 * authorizations, if any was published and failed, only one can ever be used.
 */
export function authorizationNonce(
  { chainId }: Pick<Chain, 'chainId'>,
  { token, from, sweepCount }: { token: string; from: string; sweepCount: number },
): Hex {
  const values = [BigInt(chainId), getAddress(token), getAddress(from), BigInt(sweepCount)] as const
  return keccak256(
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'address' }, { type: 'uint256' }],
      values,
    ),
  )
}

/** The call data of a signed transfer. The token must support EIP-3009. */
export async function authorizedTransfer(
  account: LocalAccount,
  { chainId, token }: { chainId: number; token: Token },
  authorization: Authorization,
): Promise<Hex> {
  invariant(token.eip3009, `${token.symbol} supports transfers by signature`)
  const message = messageOf(authorization)
  const signature = await account.signTypedData({
    domain: { ...token.eip3009, chainId, verifyingContract: token.address },
    types,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  const { r, s, yParity } = parseSignature(signature)
  const { from, to, value, validAfter, validBefore, nonce } = message
  const signed = [from, to, value, validAfter, validBefore, nonce] as const
  const args = [...signed, yParity + 27, r, s] as const
  return encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args })
}

function messageOf({ from, to, valueBase, validBefore, nonce }: Authorization) {
  return {
    from: getAddress(from),
    to: getAddress(to),
    value: valueBase,
    validAfter: 0n,
    validBefore: BigInt(Math.floor(validBefore.getTime() / 1000)),
    nonce,
  }
}

const stateAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])

/** The call that returns whether a token's authorization was used or canceled. */
export function authorizationStateCall(from: string, nonce: Hex): Hex {
  const args = [getAddress(from), nonce] as const
  return encodeFunctionData({ abi: stateAbi, functionName: 'authorizationState', args })
}

/** Emitted by a token when an authorization is used. */
export const authorizationUsedEvent = {
  type: 'event',
  name: 'AuthorizationUsed',
  inputs: [
    { name: 'authorizer', type: 'address', indexed: true },
    { name: 'nonce', type: 'bytes32', indexed: true },
  ],
} as const

type Log = { address: string; topics: readonly string[] }

/** Whether a log shows that the token used this authorization. */
export function usesAuthorization(
  { address, topics }: Log,
  { token, from, nonce }: { token: string; from: HexAddress; nonce: Hex },
): boolean {
  const args = { authorizer: from, nonce }
  const wanted = encodeEventTopics({ abi: [authorizationUsedEvent], args })
  const isSame = wanted.every((topic, index) => topic === topics[index]?.toLowerCase())
  return isSame && address.toLowerCase() === token.toLowerCase()
}

/** Whether that call returned true. */
export function isUsed(returned: Hex): boolean {
  return returned.length === 66 && hexToBigInt(returned) === 1n
}
