import { join } from 'node:path'
import * as z from 'zod'
import type { RandomBytes } from '../../shared/kernel/ids.ts'
import { writeJsonFile } from '../json-file.ts'
import { readDataFile } from './read-data-file.ts'

/** An access key for the local services, like the one that a function's role gets from AWS. */
export type Credential = { accessKeyId: string; secretAccessKey: string }

const credentialsFile = z.record(
  z.string(),
  z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
)

/**
 * Returns one access key per name (a function, the operator's terminal, the instance itself). Keys are created at the
 * first start and stored, so that each caller keeps its identity.
 */
export async function loadCredentials(
  dataDir: string,
  names: readonly string[],
  randomBytes: RandomBytes,
): Promise<ReadonlyMap<string, Credential>> {
  const path = join(dataDir, 'credentials.json')
  const present = (await readDataFile(path, credentialsFile)) ?? {}
  const missing = names.filter((name) => !(name in present))
  const added = missing.map((name) => [name, newCredential(randomBytes)] as const)
  const all = { ...present, ...Object.fromEntries(added) }
  if (missing.length > 0) await writeJsonFile(path, all)
  return new Map(Object.entries(all).filter(([name]) => names.includes(name)))
}

function newCredential(randomBytes: RandomBytes): Credential {
  return {
    accessKeyId: `AKIA${Buffer.from(randomBytes(16)).toString('hex').toUpperCase()}`,
    secretAccessKey: Buffer.from(randomBytes(30)).toString('base64'),
  }
}
