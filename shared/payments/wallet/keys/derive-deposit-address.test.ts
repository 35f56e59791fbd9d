import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import * as fc from 'fast-check'
import { bytesToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { checkProperty } from '../../../../test/check-property.ts'
import hdAddresses from '../../../../test/vectors/hd-addresses.json' with { type: 'json' }
import { accountKeys } from './account-keys.ts'
import { deriveDepositAddress } from './derive-deposit-address.ts'

const { vectors } = hdAddresses

describe('deposit addresses', () => {
  it.each(vectors)('are those of the published vectors: $mnemonic', (vector) => {
    const keys = accountKeys(vector.mnemonic)
    expect(keys.live).toBe(vector.livePublicKey)
    expect(vector.live.map((_, index) => deriveDepositAddress(keys.live, index))).toEqual(
      vector.live,
    )
    expect(vector.test.map((_, index) => deriveDepositAddress(keys.test, index))).toEqual(
      vector.test,
    )
  })

  it('are those that wallets derive from the mnemonic', () => {
    const mnemonic = vectors[3]?.mnemonic ?? ''
    const keys = accountKeys(mnemonic)
    checkProperty(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (addressIndex) => {
        const live = mnemonicToAccount(mnemonic, { addressIndex })
        expect(deriveDepositAddress(keys.live, addressIndex)).toBe(live.address)
        expect(deriveDepositAddress(keys.test, addressIndex)).toBe(
          addressByPrivateKey(mnemonic, `m/44'/1'/0'/0/${addressIndex}`),
        )
      }),
      20,
    )
  })

  it.each([-1, 0.5, 2 ** 31, Number.NaN])('have no index %s', (index) => {
    const { live } = accountKeys(vectors[0]?.mnemonic ?? '')
    expect(() => deriveDepositAddress(live, index)).toThrow('derivation index')
  })
})

describe('a mnemonic', () => {
  const words = vectors[0]?.mnemonic ?? ''

  it('never comes out in the public keys', () => {
    expect(Object.values(accountKeys(words)).join()).toMatch(/^xpub\w+,xpub\w+$/)
  })
})

function addressByPrivateKey(mnemonic: string, path: string): string {
  const { privateKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(path)
  return privateKeyToAddress(bytesToHex(privateKey ?? new Uint8Array()))
}
