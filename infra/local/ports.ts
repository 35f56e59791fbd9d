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
 * A port for everything the instance listens on. Services keep theirs across restarts, because wallets and terminals
 * remember them; one that is taken meanwhile is replaced. At first they are those that follow PORT.
 * `inUse` are ports of what a crash left running: they count as free for those who will take it over.
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
  const reason = systemCode(problem) === 'EACCES' ? 'needs more rights' : 'is in use'
  throw new StartupError(`Port ${wanted} ${reason}; set PORT to another one.`, { cause: problem })
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

/** A free port that is none of `reserved`: the system may well hand out the same one twice. */
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
