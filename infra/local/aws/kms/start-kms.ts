import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import type { KmsPurpose } from '../../../../shared/kernel/operation/touches.ts'
import { type JsonServiceOptions, type ServiceCall, startJsonService } from '../json-service.ts'
import { parseBody } from '../parse-body.ts'
import { verifyCaller } from '../verify-caller.ts'
import { WireError } from '../wire-error.ts'
import { decrypt, type EncryptionContext, encrypt } from './envelope.ts'
import { loadMasterKey, type MasterKey } from './master-key.ts'

/** One row of the key's policy: what an access key can be used for. */
export type KmsCaller = {
  secretAccessKey: string
  /** Shown in error messages. */
  name: string
  encrypts: readonly KmsPurpose[]
  decrypts: readonly KmsPurpose[]
}

export type StartKmsInput = {
  /** The master key is in its subfolder `kms`. */
  dataDir: string
  /** 0 uses a free port. */
  port: number
  /** By access key id. */
  callers: ReadonlyMap<string, KmsCaller>
  onDenied?: JsonServiceOptions['onDenied']
}

type Deps = { key: MasterKey; callers: StartKmsInput['callers'] }

/**
 * Starts a local KMS with one key, GenerateDataKey and Decrypt. A caller authenticates with its signature, and can use only
 * encryption contexts with a `purpose` that its row names, as the key policy requires on AWS.
 */
export async function startKms({
  dataDir,
  port,
  callers,
  onDenied,
}: StartKmsInput): Promise<{ url: string; keyId: string; close: () => Promise<void> }> {
  const key = await loadMasterKey(join(dataDir, 'kms'))
  const service = await startJsonService({
    port,
    onDenied,
    handle: (call) => handle({ key, callers }, call),
  })
  return { url: service.url, keyId: arnOf(key), close: service.close }
}

async function handle(deps: Deps, call: ServiceCall): Promise<unknown> {
  const caller = await verifyCaller(call, deps.callers)
  switch (call.operation) {
    case 'GenerateDataKey': {
      const input = parseBody(call.body, generateDataKeyInput)
      permit(caller, 'encrypts', input.EncryptionContext)
      return generateDataKey(deps.key, input)
    }
    case 'Decrypt': {
      const input = parseBody(call.body, decryptInput)
      permit(caller, 'decrypts', input.EncryptionContext)
      return decryptBlob(deps.key, input)
    }
    default:
      throw new WireError('UnknownOperationException', `no operation ${call.operation}`)
  }
}

const context = z.record(z.string(), z.string()).default({})

const generateDataKeyInput = z.object({
  KeyId: z.string(),
  KeySpec: z.literal('AES_256'),
  EncryptionContext: context,
})

function generateDataKey(key: MasterKey, input: z.output<typeof generateDataKeyInput>): unknown {
  ensureKey(key, input.KeyId)
  const dataKey = randomBytes(32)
  const blob = encrypt(key, dataKey, input.EncryptionContext)
  return {
    CiphertextBlob: blob.toString('base64'),
    Plaintext: dataKey.toString('base64'),
    KeyId: arnOf(key),
  }
}

const decryptInput = z.object({
  CiphertextBlob: z.base64(),
  KeyId: z.string().optional(),
  EncryptionContext: context,
})

function decryptBlob(key: MasterKey, input: z.output<typeof decryptInput>): unknown {
  if (input.KeyId !== undefined) ensureKey(key, input.KeyId)
  const blob = Buffer.from(input.CiphertextBlob, 'base64')
  return {
    Plaintext: decrypt(key, blob, input.EncryptionContext).toString('base64'),
    KeyId: arnOf(key),
    EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
  }
}

function permit(
  caller: KmsCaller,
  right: 'encrypts' | 'decrypts',
  encryptionContext: EncryptionContext,
): void {
  const purpose = encryptionContext['purpose']
  if (caller[right].some((allowed) => allowed === purpose)) return
  const action = right === 'encrypts' ? 'kms:GenerateDataKey' : 'kms:Decrypt'
  throw new WireError(
    'AccessDeniedException',
    `User: ${caller.name} is not authorized to perform: ${action} for purpose ${purpose ?? '(none)'}`,
  )
}

function ensureKey(key: MasterKey, keyId: string): void {
  if (keyId === key.id || keyId === arnOf(key)) return
  throw new WireError('NotFoundException', `Key '${keyId}' does not exist`)
}

function arnOf(key: MasterKey): string {
  return `arn:aws:kms:us-east-1:000000000000:key/${key.id}`
}
