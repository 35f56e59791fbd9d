import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import type { Mode } from '../../../shared/kernel/mode.ts'

/**
 * Keys of play money, derived from names and not from anvil's well-known mnemonic: a wallet made from that mnemonic
 * must not find these accounts' coins on its first deposit addresses.
 */
const keyNamed = (name: string) => keccak256(stringToHex(`quittance local ${name}`))

export const deployer = privateKeyToAccount(keyNamed('deployer'))

export const faucetPrivateKey = keyNamed('faucet')

/** Where the sweeps of a fresh local instance pay out to. */
export function localPayoutAddress(mode: Mode): `0x${string}` {
  return privateKeyToAddress(keyNamed(`payout ${mode}`))
}
