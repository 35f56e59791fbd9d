import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invariant } from '../../../../shared/kernel/invariant.ts'
import type { KmsPurpose } from '../../../../shared/kernel/operation/touches.ts'
import {
  derivingAddresses,
  settingPayoutWallets,
  storingAccounts,
  storingMnemonics,
} from '../../../../test/infra/wallet-functions.ts'
import { functions } from '../../../functions.ts'
import { testCaller } from '../test-data-dir.ts'
import { kmsCallers } from './kms-callers.ts'
import { startKms } from './start-kms.ts'

const names = Object.keys(functions)

const credentialOf = (name: string) => ({
  accessKeyId: `AKIA${names.indexOf(name)}`,
  secretAccessKey: `secret of ${name}`,
})

let dataDir: string
let kms: Awaited<ReturnType<typeof startKms>>
/** One of each function: most of the work is to make them. */
let clients: ReadonlyMap<string, KMSClient>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kms-callers-'))
  kms = await startKms({ dataDir, port: 0, callers: kmsCallers(functions, credentialOf) })
  const endpoint = { ...testCaller, endpoint: kms.url, maxAttempts: 1 }
  clients = new Map(
    names.map((name) => [name, new KMSClient({ ...endpoint, credentials: credentialOf(name) })]),
  )
})
afterAll(async () => {
  for (const client of clients.values()) client.destroy()
  await kms.close()
  await rm(dataDir, { recursive: true })
})

/** Calls KMS as one function after the other; who is not refused, by name. */
async function callersFor(purpose: KmsPurpose) {
  const EncryptionContext = { purpose, item: 'mnemonic' }
  const seal = { KeyId: kms.keyId, KeySpec: 'AES_256', EncryptionContext } as const
  const whoMay = async (call: (client: KMSClient) => Promise<unknown>) => {
    const allowed: string[] = []
    for (const [name, client] of clients) {
      const refused = await call(client).then(
        () => undefined,
        (error: Error) => error.name,
      )
      if (refused === undefined) allowed.push(name)
      else expect(refused).toBe('AccessDeniedException')
    }
    return allowed.sort()
  }
  const sealing = await whoMay((client) => client.send(new GenerateDataKeyCommand(seal)))
  const sealer = clients.get(`${sealing[0]}`)
  invariant(sealer, `someone can seal for ${purpose}`)
  const { CiphertextBlob } = await sealer.send(new GenerateDataKeyCommand(seal))
  const opening = await whoMay((client) =>
    client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext })),
  )
  return { sealing, opening }
}

it.each([
  { purpose: 'hd-mnemonic', sealing: storingMnemonics, opening: ['sweep'] },
  {
    purpose: 'payout-wallets',
    sealing: settingPayoutWallets,
    opening: ['operator-set-payout-wallet', 'sweep'],
  },
  // A first payout wallet waits according to when the wallet's words were sealed, which stands inside the seal.
  { purpose: 'account-public-keys', sealing: storingAccounts, opening: derivingAddresses },
] as const)('$purpose is refused to all functions but these, as on AWS', async (allowed) => {
  const { sealing, opening } = await callersFor(allowed.purpose)
  expect({ purpose: allowed.purpose, sealing, opening }).toEqual(allowed)
})
