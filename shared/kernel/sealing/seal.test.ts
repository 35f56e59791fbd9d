import { KMSClient } from '@aws-sdk/client-kms'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { startKms } from '../../../infra/local/aws/kms/start-kms.ts'
import { testCaller, testDataDir } from '../../../infra/local/aws/test-data-dir.ts'
import type { Sealed } from '../sealed.ts'
import { sealed as sealedSchema } from '../store/sealed.ts'
import { dataKeyCache } from './data-key-cache.ts'
import { open, type SealDeps, seal } from './seal.ts'

const purpose = 'app-secrets'
const { accessKeyId, secretAccessKey } = testCaller.credentials
const context = { endpoint: 'we_1', mode: 'live' }
const secret = 'whsec_c2VjcmV0'

let deps: SealDeps
let stopKms: () => Promise<void>

beforeEach(async () => {
  const encrypts = [purpose, 'hd-mnemonic'] as const
  const caller = { secretAccessKey, name: 'test', encrypts, decrypts: encrypts }
  const callers = new Map([[accessKeyId, caller]])
  const service = await startKms({ dataDir: await testDataDir(), port: 0, callers })
  const kms = new KMSClient({ ...testCaller, endpoint: service.url })
  deps = { kms, keyId: service.keyId, purpose }
  stopKms = () => service.close()
  return async () => {
    kms.destroy()
    await service.close()
  }
})

describe('a sealed text', () => {
  it('opens to the original text', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const sealed = sealedSchema.parse(
          JSON.parse(JSON.stringify(await seal(deps, text, context))),
        )
        expect(await open(deps, sealed, { mode: 'live', endpoint: 'we_1' })).toBe(text)
      }),
      { numRuns: 30, seed: 20260301 },
    )
  })

  it('reveals nothing of the text and is never the same twice', async () => {
    const [first, second] = [await seal(deps, secret, context), await seal(deps, secret, context)]
    expect(JSON.stringify(first)).not.toContain(Buffer.from(secret).toString('base64').slice(0, 8))
    expect(new Set([...Object.values(first), ...Object.values(second)]).size).toBe(8)
  })

  it.each(['wrappedKey', 'iv', 'ciphertext', 'tag'] as const)(
    'does not open once its %s was changed',
    async (field) => {
      const sealed = await seal(deps, secret, context)
      await expect(open(deps, flipped(sealed, field), context)).rejects.toThrow()
    },
  )

  it('does not open with a tag cut short', async () => {
    const sealed = await seal(deps, secret, context)
    const tag = Buffer.from(sealed.tag, 'base64').subarray(0, 4).toString('base64')
    await expect(open(deps, { ...sealed, tag }, context)).rejects.toThrow()
  })

  it('does not open in another context or for another purpose', async () => {
    const sealed = await seal(deps, secret, context)
    await expect(open(deps, sealed, { ...context, endpoint: 'we_2' })).rejects.toThrow()
    await expect(open(deps, sealed, {})).rejects.toThrow()
    await expect(open({ ...deps, purpose: 'hd-mnemonic' }, sealed, context)).rejects.toThrow()
  })
})

describe('the cache of data keys', () => {
  it('avoids calls of KMS for five minutes, and not longer', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const cached = { ...deps, cache: dataKeyCache(() => now) }
    const sealed = await seal(deps, secret, context)
    expect(await open(cached, sealed, context)).toBe(secret)
    await stopKms()
    now = new Date('2026-01-01T00:04:59Z')
    expect(await open(cached, sealed, context)).toBe(secret)
    expect(await open(cached, sealed, context)).toBe(secret)
    now = new Date('2026-01-01T00:05:00Z')
    await expect(open(cached, sealed, context)).rejects.toThrow()
  })

  it('still requires the right context', async () => {
    const cached = { ...deps, cache: dataKeyCache(() => new Date()) }
    const sealed = await seal(deps, secret, context)
    await open(cached, sealed, context)
    await expect(open(cached, sealed, { ...context, mode: 'test' })).rejects.toThrow()
  })
})

function flipped(sealed: Sealed, field: keyof Sealed): Sealed {
  const bytes = Buffer.from(sealed[field], 'base64')
  const last = bytes.length - 1
  bytes[last] = (bytes[last] ?? 0) ^ 1
  return { ...sealed, [field]: bytes.toString('base64') }
}
