import { join } from 'node:path'
import * as z from 'zod'
import { writeJsonFile } from '../json-file.ts'
import { type HeldPort, holdPort } from './free-port.ts'
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
  'ssm',
] as const

type ServiceName = (typeof serviceNames)[number]
type PortName = ServiceName | 'gateway'
export type Ports = Record<PortName, number>

const portsFile = z.record(z.string(), z.int())

/** The instance's ports. Nothing else on the machine can take one before its service listens. */
export type HeldPorts = {
  numbers: Ports
  /** Returns the port for a service that listens at once. */
  take: (name: PortName) => Promise<number>
}

/**
 * Holds a port for everything the instance listens on. Services keep their ports across restarts, because wallets and
 * terminals store them; a port that is no longer free is replaced. The first start uses the ports after PORT.
 */
export async function choosePorts(dataDir: string, wanted: number): Promise<HeldPorts> {
  const path = join(dataDir, 'ports.json')
  const remembered = (await readDataFile(path, portsFile)) ?? {}
  const held: [PortName, HeldPort][] = [
    ['gateway', await holdGatewayPort(wanted, remembered['gateway'])],
  ]
  for (const [index, name] of serviceNames.entries()) {
    const candidate = remembered[name] ?? (wanted === 0 ? 0 : wanted + 1 + index)
    const port = (await holdIfFree(candidate)) ?? (await holdOther(Object.values(remembered)))
    held.push([name, port])
  }
  const numbers = portsSchema.parse(
    Object.fromEntries(held.map(([name, { port }]) => [name, port])),
  )
  await writeJsonFile(path, numbers)
  const byName = new Map(held)
  const take = async (name: PortName) => {
    await byName.get(name)?.release()
    return numbers[name]
  }
  return { numbers, take }
}

const portsSchema = z.record(z.enum([...serviceNames, 'gateway']), z.int())

async function holdGatewayPort(wanted: number, remembered = 0): Promise<HeldPort> {
  if (wanted === 0) return (await holdIfFree(remembered)) ?? holdPort(0)
  return holdPort(wanted).catch(({ cause }) => {
    const reason = systemCode(cause) === 'EACCES' ? 'needs more privileges' : 'is in use'
    throw new StartupError(`Port ${wanted} ${reason}. Set PORT to another one.`, { cause })
  })
}

async function holdIfFree(port: number): Promise<HeldPort | undefined> {
  return port > 0 ? holdPort(port).catch(() => undefined) : undefined
}

/** Holds a free port that isn't one that another service, or a wallet that stored it, expects. */
async function holdOther(reserved: readonly number[]): Promise<HeldPort> {
  for (;;) {
    const held = await holdPort(0)
    if (!reserved.includes(held.port)) return held
    await held.release()
  }
}
