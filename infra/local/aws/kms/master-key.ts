import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { writeJsonFile } from '../../../json-file.ts'
import { readDataFile } from '../../read-data-file.ts'

/** 256 bits that never leave the service. Everything it encrypts is bound to the key's id. */
export type MasterKey = { id: string; secret: Buffer }

const stored = z.object({ id: z.uuid(), secret: z.base64() })

/**
 * Returns the key in `directory`, and creates it at the first start. It is written atomically and flushed before anything
 * is encrypted with it, because without it all secrets are lost. Only the owner of the process can read its file.
 */
export async function loadMasterKey(directory: string): Promise<MasterKey> {
  const path = join(directory, 'master-key.json')
  const present = await readDataFile(path, stored)
  if (present) return { id: present.id, secret: Buffer.from(present.secret, 'base64') }
  const key = { id: randomUUID(), secret: randomBytes(32) }
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeJsonFile(path, { id: key.id, secret: key.secret.toString('base64') })
  return key
}
