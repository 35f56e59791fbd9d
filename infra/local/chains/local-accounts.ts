import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import type { Mode } from '../../../shared/kernel/mode.ts'

/**
 * Keys for play money are derived from names instead of anvil's well-known mnemonic: an instance that is set up with that
 * mnemonic must not find these accounts' coins at its first deposit addresses.
 */
const keyNamed = (name: string) => keccak256(stringToHex(`quittance local ${name}`))

export const deployer = privateKeyToAccount(keyNamed('deployer'))

export const faucetPrivateKey = keyNamed('faucet')

export function localPayoutAddress(mode: Mode): `0x${string}` {
  return privateKeyToAddress(keyNamed(`payout ${mode}`))
}
