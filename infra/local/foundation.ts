import { randomBytes } from 'node:crypto'
import { functions } from '../functions.ts'
import type { AccessKeyIds } from './aws/local-caller.ts'
import type { LocalConfig } from './config.ts'
import { type Credential, loadCredentials } from './credentials.ts'
import { openDataFolder } from './data-folder.ts'
import { noteRelease, requireReadable } from './folder-format.ts'
import { removeInstanceFile } from './instance-file.ts'
import { lockInstance } from './instance-lock.ts'
import { type InstanceLog, openLog } from './instance-log.ts'
import { choosePorts, type HeldPorts } from './ports.ts'
import { loadSeed, type Seed } from './seed/seed-file.ts'
import type { Shutdown } from './shutdown.ts'

/** Ready before anything else starts, with the data folder locked. */
export type Foundation = {
  log: InstanceLog
  ports: HeldPorts
  credentialOf: (name: string) => Credential
  accessKeyIds: AccessKeyIds
  seed: Seed
}

/** Callers that aren't functions: the operator's terminal, and the instance itself. */
export const callers = { operator: 'operator', instance: 'instance' } as const

export const localChains = [
  { mode: 'test', chainId: 31337 },
  { mode: 'live', chainId: 31338 },
] as const

export async function prepareFoundation(
  { dataDir, port }: LocalConfig,
  shutdown: Shutdown,
): Promise<Foundation> {
  await openDataFolder(dataDir)
  await requireReadable(dataDir)
  const lock = await lockInstance(dataDir)
  shutdown.add('lock', lock.release)
  await noteRelease(dataDir, { now: () => new Date() })
  // A file left by a crash would signal that this instance is ready.
  await removeInstanceFile(dataDir)
  const log = await openLog(dataDir, () => new Date())
  shutdown.add('log', log.close)
  const [ports, credentials, seed] = await Promise.all([
    choosePorts(dataDir, port),
    loadCredentials(dataDir, [...Object.keys(functions), ...Object.values(callers)], randomBytes),
    loadSeed(dataDir, randomBytes),
  ])
  const credentialOf = (name: string): Credential => {
    const credential = credentials.get(name)
    if (!credential) throw new Error(`there is no credential for ${name}`)
    return credential
  }
  const accessKeyIds = new Set([...credentials.values()].map(({ accessKeyId }) => accessKeyId))
  return { log, ports, credentialOf, accessKeyIds, seed }
}
