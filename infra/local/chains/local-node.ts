import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { freePort } from '../free-port.ts'
import {
  type AnvilProcess,
  endAnvil,
  findAnvil,
  readableBlocks,
  respondsAs,
  spawnAnvil,
  urlOf,
} from './anvil-process.ts'
import { openPool } from './carry-pool.ts'
import { endWithProcess } from './end-with-process.ts'
import { openNodeDoor } from './node-door.ts'
import { readIfPresent } from './read-if-present.ts'
import { type SaveDepth, saveState, unpackState } from './saved-state.ts'

export type NodeOptions = {
  chainId: number
  /** Contains the chain's state and its process id. */
  dataDir: string
  /** 0 uses a free one. */
  port: number
  now: () => Date
}

/** An anvil process with its state on disk, behind a door. The process can be replaced; the door's port and URL stay. */
export type LocalNode = {
  readonly pid: number
  readonly port: number
  readonly rpcUrl: string
  /** That of the process itself, past the door. It changes when the process is replaced. */
  readonly directUrl: string
  readonly adopted: boolean
  /** Whether its chain began with this process. */
  readonly isNew: boolean
  isRunning(): boolean
  /** Keeps requests at the door waiting until the returned function is called. */
  hold(): Promise<() => void>
  save(depth: SaveDepth): Promise<void>
  /** Ends the process if it is running, and starts another from the last saved state. Throws after `end`. */
  restart(): Promise<void>
  /** Kills the process permanently, even if it hangs or is starting. */
  end(): Promise<void>
}

/** Adopts the node that survived a crash. Otherwise, starts one from the saved state, or with a new chain. */
export async function startNode(options: NodeOptions): Promise<LocalNode> {
  const home = { ...options, dataDir: resolve(options.dataDir) }
  await mkdir(home.dataDir, { recursive: true })
  const port = await freePort(options.port)
  const running = await adoptRunningNode(home)
  const isNew = !running && !existsSync(stateFile(home))
  const ending = new AbortController()
  let current = running ?? (await launch(home, ending.signal))
  const door = await openNodeDoor(port, () => current)
  let ended: Promise<void> | undefined
  const end = async () => {
    ending.abort(new Error(`The node of chain ${home.chainId} was ended.`))
    // A replacement may be starting.
    for (const node of [current, await findRunningNode(home)]) if (node) await endAnvil(node)
    await door.close()
    await rm(processFile(home), { force: true })
  }
  return {
    get pid() {
      return current.pid
    },
    port: door.port,
    rpcUrl: door.url,
    get directUrl() {
      return urlOf(current)
    },
    hold: door.hold,
    adopted: running !== undefined,
    isNew,
    isRunning: () => findAnvil(current.pid, home) !== undefined,
    save: (depth) => saveState(urlOf(current), stateFile(home), { depth, states: readableBlocks }),
    restart: async () => {
      await endAnvil(current)
      current = await launch(home, ending.signal)
    },
    end: () => {
      ended ??= end()
      return ended
    },
  }
}

type Home = Pick<NodeOptions, 'chainId' | 'dataDir' | 'now'>

const stateFile = ({ chainId, dataDir }: Home): string => join(dataDir, `chain-${chainId}.state`)
const processFile = ({ chainId, dataDir }: Pick<Home, 'chainId' | 'dataDir'>): string =>
  join(dataDir, `chain-${chainId}.pid`)

async function launch(home: Home, signal: AbortSignal): Promise<AnvilProcess> {
  const unpacked = join(home.dataDir, `chain-${home.chainId}.loading.json`)
  try {
    const wasSaved = await unpackState(stateFile(home), unpacked)
    signal.throwIfAborted()
    return await spawnAnvil({
      ...home,
      startedAt: home.now(),
      stateFile: wasSaved ? unpacked : undefined,
      pidFile: processFile(home),
    })
  } finally {
    await rm(unpacked, { force: true })
  }
}

/** Adopts the node that survived a crash, or ends it if it doesn't respond. */
async function adoptRunningNode(home: Home): Promise<AnvilProcess | undefined> {
  const running = await findRunningNode(home)
  if (!running) return undefined
  if (!(await respondsAs(home.chainId, running))) {
    await endAnvil(running)
    return undefined
  }
  endWithProcess(running.pid)
  // The crash may have happened just before a restart, which closes the pool.
  await openPool(urlOf(running))
  return running
}

/** Returns the chain's node, if one is running on the data folder. */
async function findRunningNode(
  home: Pick<Home, 'chainId' | 'dataDir'>,
): Promise<AnvilProcess | undefined> {
  const saved = await readIfPresent(processFile(home))
  const pid = z.coerce.number().int().positive().safeParse(saved?.toString('utf8')).data
  return pid === undefined ? undefined : findAnvil(pid, home)
}
