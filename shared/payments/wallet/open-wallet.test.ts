import { KMSClient } from '@aws-sdk/client-kms'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { localAws } from '../../../test/local-aws.ts'
import { testTable } from '../../../test/test-table.ts'
import hdAddresses from '../../../test/vectors/hd-addresses.json' with { type: 'json' }
import type { Sealed } from '../../kernel/sealed.ts'
import { open, SealBroken, seal } from '../../kernel/sealing/seal.ts'
import { transact } from '../../kernel/store/transact.ts'
import { accountKeys } from './keys/account-keys.ts'
import { deriveDepositAddress } from './keys/derive-deposit-address.ts'
import { gasAddresses } from './keys/wallet-accounts.ts'
import { GasWalletTampered, noteGasWallet } from './note-gas-wallet.ts'
import { openWallet } from './open-wallet.ts'
import { firstWalletId } from './rules/wallet-id.ts'
import { wordsText } from './sealed-texts.ts'
import { mnemonicContext, mnemonicCreation } from './store/wallet.ts'
import { loadGasWalletAddress } from './store/wallet-addresses.ts'

const [abandon, junk] = hdAddresses.vectors.map(({ mnemonic }) => mnemonic)

const sealedAt = new Date('2026-03-01T12:00:00Z')

async function fixture() {
  const { keyId } = await localAws()
  const table = await testTable()
  const sealing = { kms: new KMSClient(), keyId, purpose: 'hd-mnemonic' }
  const sealed = (walletId: string, mnemonic = '') =>
    seal(sealing, wordsText({ mnemonic, sealedAt }), mnemonicContext(walletId))
  await transact(table, [
    mnemonicCreation(firstWalletId, await sealed(firstWalletId, abandon)),
    mnemonicCreation('wallet-2', await sealed('wallet-2', junk)),
    mnemonicCreation('wallet-3', await sealed('wallet-2', junk)),
  ])
  const openMnemonic = (text: Sealed, context: Record<string, string>) =>
    open(sealing, text, context)
  return {
    table,
    openMode: (mode: 'live' | 'test', walletId: string) =>
      openWallet({ table, openMnemonic }, mode, walletId),
  }
}

it.each(hdAddresses.vectors)('gas wallets have the published addresses: $mnemonic', (vector) => {
  expect(gasAddresses(vector.mnemonic)).toEqual(vector.gas)
})

it('the accounts of a mnemonic are the same however it is written', () => {
  const written = ` ${abandon?.toUpperCase().replace(' ', '\n')}\n`
  expect(gasAddresses(written)).toEqual(gasAddresses(abandon ?? ''))
  const wrong = abandon?.replace(/about$/, 'abandon') ?? ''
  expect(() => gasAddresses(wrong)).toThrow('wrong checksum')
})

it('an opened wallet signs for its deposit addresses and its gas wallet', async () => {
  const { openMode } = await fixture()
  const keysOf = {
    [firstWalletId]: accountKeys(abandon ?? ''),
    'wallet-2': accountKeys(junk ?? ''),
  }
  for (const [walletId, publicKeys] of Object.entries(keysOf)) {
    for (const mode of ['live', 'test'] as const) {
      const wallet = await openMode(mode, walletId)
      for (const index of [0, 1, 10_000, 2 ** 31 - 1]) {
        const { address } = wallet.depositAccount(index)
        expect(address).toBe(deriveDepositAddress(publicKeys[mode], index))
      }
    }
  }
  const wallet = await openMode('live', firstWalletId)
  expect(wallet.sealedAt).toEqual(sealedAt)
  expect(wallet.gasAccount().address).toBe('0x78839F6054d7ed13918bAe0473BA31b1Ca9D7265')
  const message = 'a transaction'
  const viem = mnemonicToAccount(abandon ?? '', { addressIndex: 7 })
  expect(await wallet.depositAccount(7).signMessage({ message })).toBe(
    await viem.signMessage({ message }),
  )
})

it('a wiped wallet derives nothing further', async () => {
  const { openMode } = await fixture()
  const wallet = await openMode('live', firstWalletId)
  const account = wallet.depositAccount(0)
  wallet.wipe()
  expect(() => wallet.depositAccount(1)).toThrow('has private keys')
  expect(await account.signMessage({ message: 'kept' })).toMatch(/^0x/)
})

it('shows no secret if it is logged by mistake', async () => {
  const { openMode } = await fixture()
  const wallet = await openMode('live', firstWalletId)
  const { privateKey } = mnemonicToAccount(abandon ?? '').getHdKey()
  const shown = JSON.stringify([wallet, wallet.depositAccount(0), wallet.gasAccount()])
  expect(shown).not.toMatch(/xprv|abandon/)
  expect(shown).not.toContain(Buffer.from(privateKey ?? []).toString('hex'))
})

it.each([-1, 0.5, 2 ** 31, Number.NaN])('has no deposit account %s', async (index) => {
  const { openMode } = await fixture()
  const wallet = await openMode('test', firstWalletId)
  expect(() => wallet.depositAccount(index)).toThrow('derivation index')
})

it('opens only the mnemonic that was sealed for that wallet', async () => {
  const { openMode } = await fixture()
  await expect(openMode('live', 'wallet-3')).rejects.toBeInstanceOf(SealBroken)
  await expect(openMode('live', 'wallet-4')).rejects.toMatchObject({
    code: 'wallet_not_configured',
  })
})

it('stores a gas wallet once, and never another one', async () => {
  const { table } = await fixture()
  const wallet = { mode: 'test', walletId: firstWalletId } as const
  const { live, test } = gasAddresses(abandon ?? '')
  expect(await loadGasWalletAddress(table, 'test')).toBeUndefined()
  await Promise.all([1, 2].map(() => noteGasWallet(table, { ...wallet, address: test })))
  await noteGasWallet(table, { ...wallet, address: test })
  expect(await loadGasWalletAddress(table, 'test')).toBe(test)
  expect(await loadGasWalletAddress(table, 'live')).toBeUndefined()
  const another = noteGasWallet(table, { ...wallet, address: live })
  await expect(another).rejects.toBeInstanceOf(GasWalletTampered)
})
