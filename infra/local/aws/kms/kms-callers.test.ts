import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { expect, it, onTestFinished } from 'vitest'
import { invariant } from '../../../../shared/kernel/invariant.ts'
import type { KmsPurpose } from '../../../../shared/kernel/operation/touches.ts'
import { functions } from '../../../functions.ts'
import { testCaller, testDataDir } from '../test-data-dir.ts'
import { kmsCallers } from './kms-callers.ts'
import { startKms } from './start-kms.ts'

const names = Object.keys(functions)

const credentialOf = (name: string) => ({
  accessKeyId: `AKIA${names.indexOf(name)}`,
  secretAccessKey: `secret of ${name}`,
})

/** Calls KMS as one function after the other; who is not refused, by name. */
async function fixture(purpose: KmsPurpose) {
  const callers = kmsCallers(functions, credentialOf)
  const kms = await startKms({ dataDir: await testDataDir(), port: 0, callers })
  onTestFinished(() => kms.close())
  const clientOf = (name: string) => {
    const client = new KMSClient({
      ...{ ...testCaller, endpoint: kms.url, maxAttempts: 1 },
      credentials: credentialOf(name),
    })
    onTestFinished(() => client.destroy())
    return client
  }
  const EncryptionContext = { purpose, item: 'mnemonic' }
  const seal = { KeyId: kms.keyId, KeySpec: 'AES_256', EncryptionContext } as const
  const whoMay = async (call: (client: KMSClient) => Promise<unknown>) => {
    const allowed: string[] = []
    for (const name of names) {
      const refused = await call(clientOf(name)).then(
        () => undefined,
        (error: Error) => error.name,
      )
      if (refused === undefined) allowed.push(name)
      else expect(refused).toBe('AccessDeniedException')
    }
    return allowed.sort()
  }
  const sealing = await whoMay((client) => client.send(new GenerateDataKeyCommand(seal)))
  const [sealer] = sealing
  invariant(sealer, `someone can seal for ${purpose}`)
  const { CiphertextBlob } = await clientOf(sealer).send(new GenerateDataKeyCommand(seal))
  const opening = await whoMay((client) =>
    client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext })),
  )
  return { sealing, opening }
}

it.each([
  {
    purpose: 'hd-mnemonic',
    sealing: ['operator-add-wallet', 'operator-set-up-instance', 'operator-set-up-wallet'],
    opening: ['sweep'],
  },
  {
    purpose: 'payout-wallets',
    sealing: [
      'operator-cancel-payout-wallet',
      'operator-set-payout-wallet',
      'operator-set-up-instance',
    ],
    opening: ['sweep'],
  },
  {
    purpose: 'account-public-keys',
    sealing: ['operator-add-wallet', 'operator-set-up-instance', 'operator-set-up-wallet'],
    opening: [
      'create-checkout-session',
      'open-link',
      'operator-adopt-addresses',
      'operator-check-skipped-addresses',
      'sync-notifiers',
    ],
  },
] as const)('$purpose is refused to all functions but these, as on AWS', async (allowed) => {
  const { sealing, opening } = await fixture(allowed.purpose)
  expect({ purpose: allowed.purpose, sealing, opening }).toEqual(allowed)
})
