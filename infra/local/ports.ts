import { createServer } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { StartupError, systemCode } from './startup-error.ts'

const serviceNames = ['dynamodb', 'sqs', 'kms', 'sfn', 'lambda', 'testChain', 'liveChain'] as const

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
  const remembered = (await readJsonFile(path, portsFile)) ?? {}
  const taken = new Set<number>()
  const gateway = await gatewayPort(wanted, remembered['gateway'])
  taken.add(gateway)
  const chosen: [string, number][] = [['gateway', gateway]]
  for (const [index, name] of serviceNames.entries()) {
    const candidate = remembered[name] ?? (wanted === 0 ? 0 : wanted + 1 + index)
    const isOurs = inUse.includes(candidate)
    const isUsable = !taken.has(candidate) && (isOurs || (await isFree(candidate)))
    const port = isUsable ? candidate : await freePort([...taken, ...Object.values(remembered)])
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
    return remembered !== undefined && (await isFree(remembered)) ? remembered : freePort()
  }
  const problem = await problemWith(wanted)
  if (problem === undefined) return wanted
  const reason = systemCode(problem) === 'EACCES' ? 'needs more privileges' : 'is in use'
  throw new StartupError(`Port ${wanted} ${reason}. Set PORT to another one.`, { cause: problem })
}

async function isFree(port: number): Promise<boolean> {
  return port > 0 && port < 65_536 && (await problemWith(port)) === undefined
}

function problemWith(port: number): Promise<Error | undefined> {
  const { promise, resolve } = Promise.withResolvers<Error | undefined>()
  const server = createServer()
  server.once('error', resolve)
  server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(undefined)))
  return promise
}

/** Returns a free port that isn't in `reserved`: the system can return the same one twice. */
async function freePort(reserved: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = await anyPort()
    if (!reserved.includes(port)) return port
  }
}

function anyPort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.once('error', reject)
  server.listen({ port: 0, host: '127.0.0.1' }, () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    server.close(() => resolve(port))
  })
  return promise
}
