import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { anvilBinary } from './anvil-binary.ts'
import { commandLine, isNode, killNode, ownerFlag } from './anvil-command.ts'
import { callNode, quantity } from './call-node.ts'
import { endWithProcess, hasEnded } from './end-with-process.ts'

/** How many blocks keep their state. Anvil stores a copy of the whole state for each. */
export const readableBlocks = 256

/** The gas limit of each block, and so of each transaction. */
export const blockGasLimit = 30_000_000

export type AnvilOptions = {
  chainId: number
  dataDir: string
  /** By the chain's clock, not the machine's: anvil rejects blocks with an earlier time than this. */
  startedAt: Date
  stateFile: string | undefined
  pidFile: string
}

export type NodeAddress = { host: string; port: number }

export type AnvilProcess = NodeAddress & { pid: number }

export const urlOf = ({ host, port }: NodeAddress): string => `http://${host}:${port}`

/** A node that needs longer to return its chain id hangs. */
const responseTimeoutMs = 10_000

/** Starts anvil in its own process group: Ctrl-C in the terminal must not end it before its state is saved. */
export async function spawnAnvil(given: AnvilOptions): Promise<AnvilProcess> {
  const options = { ...given, ...(await hiddenAddress()) }
  const child = spawn(anvilBinary(), anvilArguments(options), { stdio: 'ignore', detached: true })
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (cause) => reject(startFailure(options, cause)))
    child.once('exit', (code, signal) =>
      reject(startFailure(options, `ended with ${code ?? signal}`)),
    )
  })
  child.unref()
  try {
    // Immediately, so that a crash from here on leaves no unknown node running.
    if (child.pid !== undefined) {
      endWithProcess(child.pid)
      writeFileSync(options.pidFile, `${child.pid}\n`)
    }
    await Promise.race([waitUntilResponding(options, child), failed])
  } catch (error) {
    child.kill('SIGKILL')
    if (child.pid !== undefined) hasEnded(child.pid)
    throw error
  }
  if (child.pid === undefined) throw startFailure(options, 'has no process id')
  return { pid: child.pid, host: options.host, port: options.port }
}

/**
 * One of the 16 million addresses of this machine at random, so that a web page finds the door only, and not the node. macOS
 * has just one of them unless more are added.
 */
async function hiddenAddress(): Promise<NodeAddress> {
  const part = () => randomInt(1, 255)
  const isAlone = process.platform === 'darwin'
  const host = isAlone ? '127.0.0.1' : `127.${part()}.${part()}.${part()}`
  return { host, port: await freePort(0) }
}

/** Returns the process if it is the anvil of this chain and data folder; undefined if it has ended or is another one. */
export function findAnvil(
  pid: number,
  { chainId, dataDir }: Pick<AnvilOptions, 'chainId' | 'dataDir'>,
): AnvilProcess | undefined {
  const command = commandLine(pid)
  const [, host, port] = /--host (\S+) --port (\d+) /.exec(command) ?? []
  const isOurs =
    command.includes(` --chain-id ${chainId} `) && command.includes(` ${ownerFlag} ${dataDir} `)
  return isOurs && host !== undefined ? { pid, host, port: Number(port) } : undefined
}

/** Returns whether a node of this chain responds at the address. */
export async function respondsAs(chainId: number, address: NodeAddress): Promise<boolean> {
  try {
    const call = { method: 'eth_chainId', timeoutMs: responseTimeoutMs }
    return (await callNode(urlOf(address), call, quantity)) === BigInt(chainId)
  } catch {
    return false
  }
}

/** Kills the process and waits until it has ended. Its state must already be saved. */
export async function endAnvil({ pid }: AnvilProcess): Promise<void> {
  const deadline = performance.now() + 10_000
  while (isNode(pid)) {
    if (performance.now() > deadline)
      throw new Error(`The node with process id ${pid} did not end.`)
    killNode(pid)
    await delay(10)
  }
  hasEnded(pid)
}

type Spawned = AnvilOptions & NodeAddress

/** Without CORS, which would allow any page on the web to read and send. */
function anvilArguments({ stateFile, startedAt, ...options }: Spawned): string[] {
  const flags = {
    '--host': options.host,
    '--port': options.port,
    '--chain-id': options.chainId,
    '--hardfork': 'prague',
    '--slots-in-an-epoch': 1,
    '--gas-limit': blockGasLimit,
    '--accounts': 0,
    '--threads': 1,
    '--prune-history': readableBlocks,
    [ownerFlag]: options.dataDir,
    '--timestamp': Math.floor(startedAt.getTime() / 1000),
    ...(stateFile === undefined ? {} : { '--load-state': stateFile }),
  }
  const pairs = Object.entries(flags).flatMap(([flag, value]) => [flag, `${value}`])
  return [...pairs, '--no-mining', '--no-cors', '--quiet']
}

async function waitUntilResponding(options: Spawned, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await respondsAs(options.chainId, options))) {
    // The exit listener reports that.
    if (child.exitCode !== null || child.signalCode !== null) return
    if (performance.now() > deadline) throw startFailure(options, 'does not respond')
    await delay(20)
  }
}

function startFailure({ chainId, ...address }: Spawned, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : `anvil ${cause}`
  return new Error(
    `The node of chain ${chainId} could not be started at ${urlOf(address)}: ${reason}.`,
    {
      cause,
    },
  )
}
