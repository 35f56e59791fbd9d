import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  padHex,
  parseAbi,
  zeroHash,
} from 'viem'
import type { HexAddress } from '../../chain/chain.ts'
import { invariant } from '../../kernel/invariant.ts'
import artifact from './sweep-delegate.json' with { type: 'json' }

/** Deploys any contract at an address that follows from its code alone; it is at the same address on every chain. */
export const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Whom a delegate obeys, and whom it pays: both are part of its code. */
export type DelegateOf = { gasWallet: HexAddress; payout: HexAddress }

/** The call data with which the deployer deploys a delegate. */
export function deploymentData(of: DelegateOf): Hex {
  return concatHex([zeroHash, initCode(of)])
}

/**
 * Where the delegate of a gas wallet and a payout wallet is, if it is deployed. Nothing else can ever be there: the
 * address is a hash of its code and of both wallets.
 */
export function delegateAddress(of: DelegateOf): HexAddress {
  return getContractAddress({
    ...{ opcode: 'CREATE2', from: deployer, salt: zeroHash },
    bytecode: initCode(of),
  })
}

/** The code that is there once it is deployed. */
export function delegateCode(of: DelegateOf): Hex {
  const { code, immutables } = artifact.runtime
  // In the order of their declarations in the source.
  const values = [of.gasWallet, of.payout, delegateAddress(of)]
  return values.reduce<Hex>(
    (filled, value, index) => withValue(filled, value, immutables[index] ?? []),
    hexOf(code),
  )
}

/** What `eth_getCode` returns for an address that delegates to it (EIP-7702). */
export function delegationTo(delegate: HexAddress): Hex {
  return concatHex(['0xef0100', delegate])
}

/** What is called of the contract, and why it refuses. */
export const delegateAbi = parseAbi([
  'struct Item { address from; uint256 amount; }',
  'function sweep(address token, Item[] items, bool mayFail) returns (bytes[] failures)',
  'error NotGasWallet()',
  'error NotSelf()',
  'error NotDelegated()',
  'error TransferFailed()',
])

/** What a batch moves: a token's amount of each address. */
export type DelegatedTransfers = {
  token: HexAddress
  items: readonly { from: HexAddress; amount: bigint }[]
}

/** Call data of a batch. If items may fail, the others still happen, so each has to be checked afterwards. */
export function delegatedBatch(
  { token, items }: DelegatedTransfers,
  { mayFail }: { mayFail: boolean },
): Hex {
  const args = [token, items, mayFail] as const
  return encodeFunctionData({ abi: delegateAbi, functionName: 'sweep', args })
}

function initCode({ gasWallet, payout }: DelegateOf): Hex {
  const inputs = [{ type: 'address' }, { type: 'address' }] as const
  return concatHex([hexOf(artifact.bytecode), encodeAbiParameters(inputs, [gasWallet, payout])])
}

function withValue(code: Hex, value: Hex, starts: readonly number[]): Hex {
  const word = padHex(value, { size: 32 }).slice(2).toLowerCase()
  return starts.reduce<Hex>((filled, start) => {
    const at = 2 + start * 2
    return `0x${filled.slice(2, at)}${word}${filled.slice(at + word.length)}`
  }, code)
}

function hexOf(text: string): Hex {
  invariant(text.startsWith('0x'), 'the compiler’s code is hexadecimal')
  return `0x${text.slice(2)}`
}
