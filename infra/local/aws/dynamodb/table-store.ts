import { StartupError, systemCode } from '../../startup-error.ts'
import { bufferedStore } from './buffered-store.ts'
import { type ActionStore, type Database, type DynaliteStore, dynaliteDb } from './dynalite.ts'
import { createJournal } from './journal.ts'

export type Change = {
  store: ActionStore
  /** Adds a value that isn't an item to the same commit. */
  note: (key: string, value: unknown) => void
}

export type TableStore = {
  /** For reads and table operations. Sees only what is on disk. */
  base: DynaliteStore
  /**
   * Runs `work` exclusively, then commits its writes atomically, or none if it throws. In both cases, it settles only when
   * everything that `work` could read is on disk.
   */
  change: <Result>(work: (change: Change) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/** Opens dynalite's store in `path`, or in memory, with every write behind one lock and one journal. */
export async function openTableStore(path: string | undefined): Promise<TableStore> {
  const base = dynaliteDb.create({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  closeCursors(base.db)
  readSynchronously(base.db)
  await open(base, path)
  const journal = createJournal(base.db)
  let previous: Promise<unknown> = Promise.resolve()

  async function decide<Result>(
    work: (change: Change) => Promise<Result>,
  ): Promise<{ result: Result; durable: Promise<void> }> {
    const { store, changes } = bufferedStore({ base, journal })
    const note: Change['note'] = (key, value) => changes.set(key, value)
    const result = await work({ store, note })
    return { result, durable: journal.commit(changes) }
  }

  return {
    base,
    change: async (work) => {
      const decided = previous.then(() => decide(work))
      previous = decided.catch(() => undefined)
      try {
        const { result, durable } = await decided
        await durable
        return result
      } catch (error) {
        // The data that made a condition fail must be visible to the next reader.
        await journal.settled()
        throw error
      }
    },
    close: async () => {
      await previous
      await journal.settled()
      await base.lifecycleManager.gracefulClose()
    },
  }
}

/**
 * dynalite ends its streams with a cursor's `return`, which this LevelDB doesn't have. An open cursor retains every file
 * and row of its snapshot: gigabytes after a few thousand payments.
 */
function closeCursors(database: Database): void {
  const { keys, values } = database
  const closing = (open: Database['keys']): Database['keys'] => {
    return (range) => {
      const cursor = open.call(database, range)
      return Object.assign(cursor, { return: () => cursor.close() })
    }
  }
  database.keys = closing(keys)
  database.values = closing(values)
}

/**
 * dynalite reads each key through the thread pool, although items are in memory: a batch of eight takes sixteen waits,
 * because it reads the table's description before each.
 */
function readSynchronously(database: Database): void {
  database.get = (key, callback) => {
    const [error, value] = tried(() => database.getSync(key))
    callback(error, value)
  }
}

function tried(read: () => unknown): [error: unknown, value?: unknown] {
  try {
    return [null, read()]
  } catch (error) {
    return [error]
  }
}

async function open(store: DynaliteStore, path = 'memory'): Promise<void> {
  try {
    await store.db.open()
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    const isLocked = systemCode(reason) === 'LEVEL_LOCKED'
    const hint = isLocked ? 'another process is using it' : String(reason)
    throw new StartupError(`The table in ${path} can't be opened: ${hint}.`, { cause })
  }
}
