import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type * as z from 'zod'
import { repositoryRoot } from '../infra/build/repository-root.ts'
import { endAnvil, findAnvil } from '../infra/local/chains/anvil-process.ts'
import { networkOf } from '../infra/local/chains/notifier/start-notifier.ts'
import { openRegistry } from '../infra/local/chains/notifier/webhook-registry.ts'
import { localChains } from '../infra/local/foundation.ts'
import {
  type InstanceFile,
  instanceFile,
  instanceFilePath,
  type SeededInstanceFile,
  seededInstanceFile,
} from '../infra/local/instance-file.ts'
import { readDataFile } from '../infra/local/read-data-file.ts'
import { deniedCalls } from './denied-calls.ts'
import { eventually } from './eventually.ts'

/** The whole service in a separate process, as `npm start` runs it. */
export type RunningInstance<File = SeededInstanceFile> = {
  readonly baseUrl: string
  readonly instance: File
  readonly dataDir: string
  /** Signs the chain's notifications. */
  signingKey: (chainId: number) => Promise<string>
  /** How it ended and what it complained of; undefined while it runs. */
  lastWords: () => Promise<string | undefined>
  /** Sends a signal without waiting. */
  signal: (signal: NodeJS.Signals) => void
  /** `kill -9`; its nodes keep running. */
  kill: () => Promise<void>
  /** Starts it again on the same data. */
  restart: () => Promise<void>
  /** Shuts it down and keeps its data. Throws if one of its nodes still runs afterwards. */
  terminate: () => Promise<void>
  /** Shuts it down, with any nodes left by a kill, and deletes its data. Throws if a function was denied anything. */
  stop: () => Promise<void>
}

type Options = {
  /** Added to `PORT`, which is free, and `DATA_DIR` and `STATE_DIR`, which are new. */
  env?: Record<string, string>
  /** The installation to start. Defaults to this repository. */
  folder?: string
}

const readyMs = 280_000
const endMs = 90_000

/** Resolves when the instance is ready. */
export function startInstance(options: Options = {}): Promise<RunningInstance> {
  return startWith(seededInstanceFile, options)
}

/** An instance that waits for its owner. */
export function startUnclaimedInstance({
  env,
  ...options
}: Options = {}): Promise<RunningInstance<InstanceFile>> {
  return startWith(instanceFile, { ...options, env: { ...env, SEED: 'off' } })
}

async function startWith<File extends InstanceFile>(
  schema: z.ZodType<File>,
  { env = {}, folder = repositoryRoot }: Options,
): Promise<RunningInstance<File>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-instance-'))
  const stateDir = `${dataDir}-state`
  const environment = { PORT: '0', STATE_DIR: stateDir, ...env, DATA_DIR: dataDir }
  const start = () => launch({ dataDir, environment, folder, schema })
  let current = await start()
  const kill = async () => {
    await end(current.child, 'SIGKILL')
    // Its old file would say that it is ready.
    await rm(instanceFilePath(dataDir), { force: true })
  }
  return {
    get baseUrl() {
      return current.instance.baseUrl
    },
    get instance() {
      return current.instance
    },
    dataDir,
    signingKey: async (chainId) => {
      const { list } = await openRegistry(dataDir)
      return list().find(({ network }) => network === networkOf(chainId))?.signingKey ?? ''
    },
    lastWords: async () => {
      const { exitCode, signalCode } = current.child
      if (exitCode === null && signalCode === null) return undefined
      return `ended with ${signalCode ?? exitCode}: ${await current.complaints}`
    },
    signal: (signal) => void current.child.kill(signal),
    kill,
    restart: async () => {
      current = await start()
    },
    terminate: () => terminate(current.child, dataDir),
    stop: async () => {
      try {
        if (!hasEnded(current.child)) await terminate(current.child, dataDir)
      } finally {
        await endNodes(dataDir)
      }
      const denied = await deniedCalls(dataDir)
      for (const folder of [dataDir, stateDir]) await rm(folder, { recursive: true, force: true })
      if (denied.length > 0) throw new Error(`functions were denied: ${denied.join('\n')}`)
    },
  }
}

type Launched<File> = {
  child: ChildProcess
  instance: File
  complaints: Promise<string>
}

type Launch<File> = {
  dataDir: string
  environment: Record<string, string>
  folder: string
  schema: z.ZodType<File>
}

async function launch<File extends InstanceFile>({
  dataDir,
  environment,
  folder,
  schema,
}: Launch<File>): Promise<Launched<File>> {
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // An aborted test run leaves no instance behind.
  const signal = () => void child.kill('SIGTERM')
  process.once('exit', signal)
  child.once('exit', () => process.off('exit', signal))
  const complaints = text(child.stderr)
  try {
    const instance = await eventually(
      () => {
        if (hasEnded(child)) throw new Error('the instance ended')
        return readDataFile(instanceFilePath(dataDir), schema)
      },
      (file) => file !== undefined,
      { deadlineMs: readyMs, what: 'readiness of the instance' },
    )
    if (instance) return { child, instance, complaints }
    throw new Error('the instance has no file')
  } catch (cause) {
    await end(child, 'SIGKILL')
    await endNodes(dataDir)
    throw new Error(`the instance did not start: ${await complaints}`, { cause })
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Ids of all processes that run a node on this data. */
export async function nodesOn(dataDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  return pids.filter((pid) =>
    localChains.some(({ chainId }) => findAnvil(pid, { chainId, dataDir })),
  )
}

async function terminate(child: ChildProcess, dataDir: string): Promise<void> {
  await end(child, 'SIGTERM')
  const left = await nodesOn(dataDir)
  if (left.length) throw new Error(`the instance left its nodes behind: ${left.join(', ')}`)
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (hasEnded(child)) return
  const exited = once(child, 'exit').then(() => true)
  child.kill(signal)
  const bound = new AbortController()
  const late = wait(endMs, false, { signal: bound.signal }).catch(() => false)
  const inTime = await Promise.race([exited, late])
  bound.abort()
  if (inTime) return
  child.kill('SIGKILL')
  await exited
  throw new Error(`the instance did not end within ${endMs} ms of ${signal}`)
}

async function endNodes(dataDir: string): Promise<void> {
  for (const { chainId } of localChains) {
    const noted = await readFile(join(dataDir, `chain-${chainId}.pid`), 'utf8').catch(() => '')
    const node = findAnvil(Number(noted), { chainId, dataDir })
    if (node) await endAnvil(node)
  }
}
