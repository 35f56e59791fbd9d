import { join } from 'node:path'
import * as z from 'zod'
import { writeJsonFile } from '../json-file.ts'
import { freePort, isFree } from './free-port.ts'
import { readDataFile } from './read-data-file.ts'
import { StartupError, systemCode } from './startup-error.ts'

const serviceNames = [
  'dynamodb',
  'sqs',
  'kms',
  'sfn',
  'lambda',
  'testChain',
  'liveChain',
  'notifier',
  'providers',
] as const

type ServiceName = (typeof serviceNames)[number]
export type Ports = Record<ServiceName | 'gateway', number>

const portsFile = z.record(z.string(), z.int())

/**
 * Returns a port for everything the instance listens on. Services keep their ports across restarts, because wallets and
 * terminals store them; a port that is no longer free is replaced. The first start uses the ports after PORT.
 * `inUse` are the ports of nodes that a crash left running: they count as free because the nodes will be adopted.
 */
export async function choosePorts(
  dataDir: string,
  wanted: number,
  inUse: readonly number[],
): Promise<Ports> {
  const path = join(dataDir, 'ports.json')
  const remembered = (await readDataFile(path, portsFile)) ?? {}
  const taken = new Set<number>()
  const gateway = await gatewayPort(wanted, remembered['gateway'])
  taken.add(gateway)
  const chosen: [string, number][] = [['gateway', gateway]]
  for (const [index, name] of serviceNames.entries()) {
    const candidate = remembered[name] ?? (wanted === 0 ? 0 : wanted + 1 + index)
    const isAvailable = inUse.includes(candidate) || (await isFree(candidate))
    const isUsable = candidate > 0 && !taken.has(candidate) && isAvailable
    const port = isUsable ? candidate : await otherPort([...taken, ...Object.values(remembered)])
    taken.add(port)
    chosen.push([name, port])
  }
  const ports = portsSchema.parse(Object.fromEntries(chosen))
  await writeJsonFile(path, ports)
  return ports
}

const portsSchema = z.record(z.enum([...serviceNames, 'gateway']), z.int())

async function gatewayPort(wanted: number, remembered: number | undefined): Promise<number> {
  if (wanted === 0) {
    return remembered !== undefined && (await isFree(remembered)) ? remembered : freePort(0)
  }
  return freePort(wanted).catch(({ cause }) => {
    const reason = systemCode(cause) === 'EACCES' ? 'needs more privileges' : 'is in use'
    throw new StartupError(`Port ${wanted} ${reason}. Set PORT to another one.`, { cause })
  })
}

/** Returns a free port that isn't in `reserved`: the system can return the same one twice. */
async function otherPort(reserved: readonly number[]): Promise<number> {
  for (;;) {
    const port = await freePort(0)
    if (!reserved.includes(port)) return port
  }
}
