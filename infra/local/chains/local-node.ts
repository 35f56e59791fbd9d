import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { freePort } from '../free-port.ts'
import {
  type AnvilProcess,
  answersAs,
  endAnvil,
  findAnvil,
  readableBlocks,
  spawnAnvil,
} from './anvil-process.ts'
import { openPool } from './carry-pool.ts'
import { endWithProcess } from './end-with-process.ts'
import { readIfThere } from './read-if-there.ts'
import { type SaveDepth, saveState, unpackState } from './saved-state.ts'

export type NodeOptions = {
  chainId: number
  /** Holds the chain's state and the id of the process that runs it. */
  dataDir: string
  /** 0 takes a free one. */
  port: number
  now: () => Date
}

/** An anvil process with its state on disk. The process may be replaced; port and URL stay. */
export type LocalNode = {
  readonly pid: number
  readonly port: number
  readonly rpcUrl: string
  readonly adopted: boolean
  isRunning(): boolean
  save(depth: SaveDepth): Promise<void>
  /** Ends the process, if it still runs, and starts another from the last saved state. Throws after `end`. */
  restart(): Promise<void>
  /** Ends the process at once, also one that hangs or is being started, and for good. */
  end(): Promise<void>
}

/** Adopts the node that a crash left running, else ends it and starts one from the saved state, else a new chain. */
export async function startNode(options: NodeOptions): Promise<LocalNode> {
  const home = { ...options, dataDir: resolve(options.dataDir) }
  await mkdir(home.dataDir, { recursive: true })
  const left = await adoptLeftRunning(home, options.port)
  const ending = new AbortController()
  const launchOn = (port: number) => launch(home, { port, signal: ending.signal })
  let current = left ?? (await launchOn(await freePort(options.port)))
  const rpcUrl = rpcUrlOf(current)
  return {
    get pid() {
      return current.pid
    },
    port: current.port,
    rpcUrl,
    adopted: left !== undefined,
    isRunning: () => findAnvil(current.pid, home) !== undefined,
    save: (depth) => saveState(rpcUrl, stateFile(home), { depth, states: readableBlocks }),
    restart: async () => {
      await endAnvil(current)
      current = await launchOn(current.port)
    },
    end: async () => {
      ending.abort(new Error(`The node of chain ${home.chainId} was ended.`))
      // Another one may be starting to take its place.
      for (const node of [current, await nodeLeftRunning(home)]) if (node) await endAnvil(node)
      await rm(processFile(home), { force: true })
    },
  }
}

const rpcUrlOf = ({ port }: AnvilProcess): string => `http://127.0.0.1:${port}`

type Home = Pick<NodeOptions, 'chainId' | 'dataDir' | 'now'>

const stateFile = ({ chainId, dataDir }: Home): string => join(dataDir, `chain-${chainId}.state`)
const processFile = ({ chainId, dataDir }: Pick<Home, 'chainId' | 'dataDir'>): string =>
  join(dataDir, `chain-${chainId}.pid`)

async function launch(
  home: Home,
  { port, signal }: { port: number; signal: AbortSignal },
): Promise<AnvilProcess> {
  const unpacked = join(home.dataDir, `chain-${home.chainId}.loading.json`)
  try {
    const wasSaved = await unpackState(stateFile(home), unpacked)
    signal.throwIfAborted()
    return await spawnAnvil({
      ...home,
      port,
      startedAt: home.now(),
      stateFile: wasSaved ? unpacked : undefined,
      pidFile: processFile(home),
    })
  } finally {
    await rm(unpacked, { force: true })
  }
}

/** One that does not fit would keep its port: it is ended. */
async function adoptLeftRunning(home: Home, port: number): Promise<AnvilProcess | undefined> {
  const left = await nodeLeftRunning(home)
  if (!left) return undefined
  const fits = port === 0 || port === left.port
  if (!fits || !(await answersAs(home.chainId, left.port))) {
    await endAnvil(left)
    return undefined
  }
  endWithProcess(left.pid)
  // The crash may have come just before a restart.
  await openPool(rpcUrlOf(left))
  return left
}

/** The chain's node, if one runs on the data folder. */
export async function nodeLeftRunning(
  home: Pick<Home, 'chainId' | 'dataDir'>,
): Promise<AnvilProcess | undefined> {
  const saved = await readIfThere(processFile(home))
  const pid = z.coerce.number().int().positive().safeParse(saved?.toString('utf8')).data
  return pid === undefined ? undefined : findAnvil(pid, home)
}
