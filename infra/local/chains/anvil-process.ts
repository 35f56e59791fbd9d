import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isFree } from '../free-port.ts'
import { anvilBinary } from './anvil-binary.ts'
import { commandLine, isNode, killNode, ownerFlag } from './anvil-command.ts'
import { callNode, quantity } from './call-node.ts'
import { endWithProcess, hasEnded } from './end-with-process.ts'

/** Blocks whose state can still be read. Anvil keeps a copy of the whole state for each. */
export const readableBlocks = 256

/** Of each block, and so of each transaction. */
export const blockGasLimit = 30_000_000

export type AnvilOptions = {
  chainId: number
  dataDir: string
  port: number
  /** Anvil refuses blocks of an earlier time than its start: of the chain's clock, and not of the machine's. */
  startedAt: Date
  stateFile: string | undefined
  pidFile: string
}

export type AnvilProcess = { pid: number; port: number }

/** A node that takes longer to name its chain hangs. */
const answerTimeoutMs = 10_000

/** Starts anvil in a process group of its own: Ctrl-C in the terminal must not end it before its state is saved. */
export async function spawnAnvil(options: AnvilOptions): Promise<AnvilProcess> {
  const child = spawn(anvilBinary(), anvilArguments(options), { stdio: 'ignore', detached: true })
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (cause) => reject(startFailure(options, cause)))
    child.once('exit', (code, signal) =>
      reject(startFailure(options, `ended with ${code ?? signal}`)),
    )
  })
  child.unref()
  try {
    // At once, so that a crash from here on leaves no node behind that nobody knows of.
    if (child.pid !== undefined) {
      endWithProcess(child.pid)
      writeFileSync(options.pidFile, `${child.pid}\n`)
    }
    await Promise.race([waitUntilAnswering(options, child), failed])
  } catch (error) {
    child.kill('SIGKILL')
    if (child.pid !== undefined) hasEnded(child.pid)
    throw error
  }
  if (child.pid === undefined) throw startFailure(options, 'has no process id')
  return { pid: child.pid, port: options.port }
}

/** The process as our anvil for this chain and data folder; undefined if it is gone or is anything else. */
export function findAnvil(
  pid: number,
  { chainId, dataDir }: Pick<AnvilOptions, 'chainId' | 'dataDir'>,
): AnvilProcess | undefined {
  const command = commandLine(pid)
  const port = /--port (\d+) /.exec(command)?.[1]
  const isOurs =
    command.includes(` --chain-id ${chainId} `) && command.includes(` ${ownerFlag} ${dataDir} `)
  return isOurs && port !== undefined ? { pid, port: Number(port) } : undefined
}

/** Whether a node of this chain answers at the port. */
export async function answersAs(chainId: number, port: number): Promise<boolean> {
  try {
    const call = { method: 'eth_chainId', timeoutMs: answerTimeoutMs }
    return (await callNode(`http://127.0.0.1:${port}`, call, quantity)) === BigInt(chainId)
  } catch {
    return false
  }
}

/** Ends the process and waits until it is gone. Its state must have been saved before: nothing is asked of it. */
export async function endAnvil({ pid, port }: AnvilProcess): Promise<void> {
  const deadline = Date.now() + 10_000
  while (isNode(pid)) {
    if (Date.now() > deadline) throw new Error(`The node with process id ${pid} does not end.`)
    killNode(pid)
    await delay(10)
  }
  hasEnded(pid)
  // The last of its threads closes the socket a moment later; whoever takes the port next reports a failure itself.
  while (Date.now() < deadline && !(await isFree(port))) await delay(10)
}

function anvilArguments({ stateFile, startedAt, ...options }: AnvilOptions): string[] {
  const flags = {
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
  return [...pairs, '--no-mining', '--quiet']
}

async function waitUntilAnswering(options: AnvilOptions, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await answersAs(options.chainId, options.port))) {
    // Whoever listens for its end reports that.
    if (child.exitCode !== null || child.signalCode !== null) return
    if (Date.now() > deadline) throw startFailure(options, 'does not answer')
    await delay(20)
  }
}

function startFailure({ chainId, port }: AnvilOptions, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : `anvil ${cause}`
  return new Error(
    `The node of chain ${chainId} could not be started on port ${port}: ${reason}.`,
    {
      cause,
    },
  )
}
