import { beforeAll, describe, expect, it } from 'vitest'
import { kmsPurposes } from '../../shared/kernel/operation/touches.ts'
import { named } from './function-rows.ts'
import { administrator, isAllowed, type PolicyDocument } from './permissions.ts'
import { ownTemplates } from './synthesis.ts'
import {
  derivingAddresses,
  settingPayoutWallets,
  storingAccounts,
  storingMnemonics,
} from './wallet-functions.ts'
import { ownKey, whoMay } from './who-may.ts'

let key: string
let keyPolicy: PolicyDocument

beforeAll(async () => {
  const own = await ownKey()
  key = own.key
  keyPolicy = own.keyPolicy
})

describe('the key', () => {
  const use = (action: string, purpose?: string) => ({
    action,
    resource: key,
    resourcePolicy: keyPolicy,
    context: purpose === undefined ? {} : { 'kms:EncryptionContext:purpose': purpose },
  })

  it('encrypts and decrypts the wallet for these functions only', async () => {
    expect({
      mnemonic: {
        seal: await whoMay(use('kms:GenerateDataKey', 'hd-mnemonic')),
        open: await whoMay(use('kms:Decrypt', 'hd-mnemonic')),
      },
      publicKeys: {
        seal: await whoMay(use('kms:GenerateDataKey', 'account-public-keys')),
        open: await whoMay(use('kms:Decrypt', 'account-public-keys')),
      },
      payoutWallets: {
        seal: await whoMay(use('kms:GenerateDataKey', 'payout-wallets')),
        open: await whoMay(use('kms:Decrypt', 'payout-wallets')),
      },
    }).toEqual({
      mnemonic: { seal: storingMnemonics, open: ['sweep'] },
      publicKeys: { seal: storingAccounts, open: derivingAddresses },
      payoutWallets: {
        seal: settingPayoutWallets,
        open: ['operator-set-payout-wallet', 'sweep'],
      },
    })
  })

  it.each(kmsPurposes)('serves %s to the functions whose rows name it', async (purpose) => {
    expect(await whoMay(use('kms:GenerateDataKey', purpose))).toEqual(
      named(({ touches }) => touches.encrypts?.includes(purpose) ?? false),
    )
    expect(await whoMay(use('kms:Decrypt', purpose))).toEqual(
      named(({ touches }) => touches.decrypts?.includes(purpose) ?? false),
    )
  })

  it.each([
    { an: 'change its policy', action: 'kms:PutKeyPolicy', allowed: true },
    { an: 'schedule its deletion', action: 'kms:ScheduleKeyDeletion', allowed: true },
    { an: 'open the mnemonic', action: 'kms:Decrypt', purpose: 'hd-mnemonic' },
    { an: 'open a public key', action: 'kms:Decrypt', purpose: 'account-public-keys' },
    { an: 'open a payout wallet', action: 'kms:Decrypt', purpose: 'payout-wallets' },
    { an: 'seal a payout wallet', action: 'kms:GenerateDataKey', purpose: 'payout-wallets' },
    { an: 'open a secret', action: 'kms:Decrypt', purpose: 'app-secrets' },
    { an: 'decrypt without a purpose', action: 'kms:Decrypt' },
    { an: 'decrypt with another purpose', action: 'kms:Decrypt', purpose: 'anything' },
    { an: 'seal a secret', action: 'kms:GenerateDataKey', purpose: 'app-secrets' },
    { an: 'seal without a purpose', action: 'kms:Encrypt' },
    { an: 're-encrypt the mnemonic', action: 'kms:ReEncryptFrom', purpose: 'hd-mnemonic' },
    { an: 'grant it to others', action: 'kms:CreateGrant' },
  ])('lets an administrator $an: $allowed', async ({ action, purpose, allowed = false }) => {
    expect(await isAllowed(administrator, use(action, purpose))).toBe(allowed)
  })

  it('denies even if a later statement allows', async () => {
    const widened = {
      ...keyPolicy,
      Statement: [
        ...keyPolicy.Statement,
        { Effect: 'Allow' as const, Principal: '*', Action: 'kms:*', Resource: '*' },
      ],
    }
    for (const purpose of [...kmsPurposes, 'anything', undefined]) {
      const request = { ...use('kms:Decrypt', purpose), resourcePolicy: widened }
      expect(await isAllowed(administrator, request)).toBe(false)
    }
  })

  it('serves no function without a purpose', async () => {
    expect(await whoMay(use('kms:Decrypt'))).toEqual([])
    expect(await whoMay(use('kms:GenerateDataKey'))).toEqual([])
  })
})

it('opens the nodes’ URLs, which hold secrets, for the functions alone that call them', async () => {
  const callers = named(({ touches }) => touches.chains ?? false)
  const opening = {
    action: 'kms:Decrypt',
    resource: key,
    resourcePolicy: keyPolicy,
    context: { 'kms:EncryptionContext:purpose': 'node-urls' },
  }
  expect(await whoMay(opening)).toEqual(callers)
  expect(await whoMay({ ...opening, action: 'kms:GenerateDataKey' })).toEqual([
    'operator-add-network',
    'operator-connect-provider',
    'operator-seed-networks',
  ])
  expect(callers).toContain('scan-addresses-live')
  for (const name of ['show-session', 'create-checkout-session', 'create-quote', 'open-link']) {
    expect(callers).not.toContain(name)
  }
  expect(await isAllowed(administrator, opening)).toBe(false)
  expect(JSON.stringify([...(await ownTemplates())])).not.toMatch(/node\.test|base\.test/)
})
