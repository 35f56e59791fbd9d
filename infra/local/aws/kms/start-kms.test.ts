import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { testCaller, testDataDir } from '../test-data-dir.ts'
import { type KmsCaller, startKms } from './start-kms.ts'

const callers = new Map<string, KmsCaller>([
  [
    'SETUP',
    { secretAccessKey: 'setup-secret', name: 'setup', encrypts: ['hd-mnemonic'], decrypts: [] },
  ],
  [
    'SWEEP',
    { secretAccessKey: 'sweep-secret', name: 'sweep', encrypts: [], decrypts: ['hd-mnemonic'] },
  ],
  [
    'INTAKE',
    { secretAccessKey: 'intake-secret', name: 'intake', encrypts: [], decrypts: ['app-secrets'] },
  ],
])
const context = { purpose: 'hd-mnemonic', mode: 'live' }

let service: Awaited<ReturnType<typeof startKms>>
let dataDir: string

beforeEach(async () => {
  dataDir = await testDataDir()
  service = await startKms({ dataDir, port: 0, callers })
  return () => service.close()
})

function clientOf(
  accessKeyId: string,
  secretAccessKey = callers.get(accessKeyId)?.secretAccessKey,
) {
  const credentials = { accessKeyId, secretAccessKey: secretAccessKey ?? 'unknown' }
  const client = new KMSClient({ ...testCaller, endpoint: service.url, credentials })
  onTestFinished(() => client.destroy())
  return client
}

async function dataKey() {
  const command = new GenerateDataKeyCommand({
    KeyId: service.keyId,
    KeySpec: 'AES_256',
    EncryptionContext: context,
  })
  return await clientOf('SETUP').send(command)
}

function decrypt(
  client: KMSClient,
  CiphertextBlob: Uint8Array | undefined,
  EncryptionContext: Record<string, string> | undefined = context,
) {
  return client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))
}

test('returns a data key to a caller that can decrypt its purpose, in any order of the context', async () => {
  const { CiphertextBlob, Plaintext } = await dataKey()
  const decrypted = await decrypt(clientOf('SWEEP'), CiphertextBlob, {
    mode: 'live',
    purpose: 'hd-mnemonic',
  })
  expect(Plaintext).toHaveLength(32)
  expect(decrypted).toMatchObject({ Plaintext, KeyId: service.keyId })
})

test('never returns the same data key twice', async () => {
  const [first, second] = await Promise.all([dataKey(), dataKey()])
  expect(first.Plaintext).not.toEqual(second.Plaintext)
})

test('keeps its key across restarts, readable only by the owner', async () => {
  const { CiphertextBlob, Plaintext } = await dataKey()
  const keyId = service.keyId
  await service.close()
  service = await startKms({ dataDir, port: 0, callers })
  expect(service.keyId).toBe(keyId)
  expect(await decrypt(clientOf('SWEEP'), CiphertextBlob)).toMatchObject({ Plaintext })
  const { mode } = await stat(join(dataDir, 'kms', 'master-key.json'))
  expect(mode & 0o777).toBe(0o600)
})

describe('rejects', () => {
  test.each([
    ['a caller whose row lacks the purpose', 'INTAKE'],
    ['decryption by a caller that can only encrypt', 'SETUP'],
  ])('%s', async (_, accessKeyId) => {
    const { CiphertextBlob } = await dataKey()
    const failure = decrypt(clientOf(accessKeyId), CiphertextBlob)
    await expect(failure).rejects.toMatchObject({ name: 'AccessDeniedException' })
  })

  test('encryption by a caller that can only decrypt', async () => {
    const command = new GenerateDataKeyCommand({
      KeyId: service.keyId,
      KeySpec: 'AES_256',
      EncryptionContext: context,
    })
    const failure = clientOf('SWEEP').send(command)
    await expect(failure).rejects.toMatchObject({ name: 'AccessDeniedException' })
  })

  test.each([
    ['no context', {}],
    ['an unknown purpose', { ...context, purpose: 'anything' }],
  ])('%s', async (_, encryptionContext) => {
    const { CiphertextBlob } = await dataKey()
    const failure = decrypt(clientOf('SWEEP'), CiphertextBlob, encryptionContext)
    await expect(failure).rejects.toMatchObject({ name: 'AccessDeniedException' })
  })

  test('a purpose other than that of the encryption', async () => {
    const { CiphertextBlob } = await dataKey()
    const failure = decrypt(clientOf('INTAKE'), CiphertextBlob, {
      ...context,
      purpose: 'app-secrets',
    })
    await expect(failure).rejects.toMatchObject({ name: 'InvalidCiphertextException' })
  })

  test('a context that differs in any pair', async () => {
    const { CiphertextBlob } = await dataKey()
    const failure = decrypt(clientOf('SWEEP'), CiphertextBlob, { ...context, mode: 'test' })
    await expect(failure).rejects.toMatchObject({ name: 'InvalidCiphertextException' })
  })

  test('a modified or truncated ciphertext', async () => {
    const { CiphertextBlob = new Uint8Array() } = await dataKey()
    const touched = CiphertextBlob.with(-1, (CiphertextBlob.at(-1) ?? 0) ^ 1)
    for (const blob of [touched, CiphertextBlob.slice(0, 20)]) {
      const failure = decrypt(clientOf('SWEEP'), blob)
      await expect(failure).rejects.toMatchObject({ name: 'InvalidCiphertextException' })
    }
  })

  test('an unknown key id', async () => {
    const command = new GenerateDataKeyCommand({
      KeyId: 'alias/other',
      KeySpec: 'AES_256',
      EncryptionContext: context,
    })
    const failure = clientOf('SETUP').send(command)
    await expect(failure).rejects.toMatchObject({ name: 'NotFoundException' })
  })

  test('a signature made with another secret', async () => {
    const { CiphertextBlob } = await dataKey()
    const failure = decrypt(clientOf('SWEEP', 'setup-secret'), CiphertextBlob)
    await expect(failure).rejects.toMatchObject({ name: 'InvalidSignatureException' })
  })

  test('an unknown access key', async () => {
    const { CiphertextBlob } = await dataKey()
    const failure = decrypt(clientOf('NOBODY'), CiphertextBlob)
    await expect(failure).rejects.toMatchObject({ name: 'UnrecognizedClientException' })
  })

  test.each([
    ['target', () => ({}), { 'x-amz-target': 'TrentService.Encrypt' }],
    ['body', (body: Uint8Array) => ({ body: Buffer.alloc(body.length, ' ') }), {}],
  ])('a call whose %s was changed after signing', async (_, change, headers) => {
    const { CiphertextBlob } = await dataKey()
    const client = clientOf('SWEEP')
    client.middlewareStack.add(
      (next) => async (args) => {
        const request = Object(args.request)
        const changed = { ...change(request.body), headers: { ...request.headers, ...headers } }
        Object.assign(request, changed)
        return await next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    const failure = decrypt(client, CiphertextBlob)
    await expect(failure).rejects.toMatchObject({ name: 'InvalidSignatureException' })
  })

  test('a call without a signature', async () => {
    const response = await fetch(service.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'TrentService.Decrypt' },
      body: '{}',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' })
  })
})
