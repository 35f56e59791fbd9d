import { StartupError, systemCode } from '../../startup-error.ts'
import { bufferedStore } from './buffered-store.ts'
import { type ActionStore, type Database, type DynaliteStore, dynaliteDb } from './dynalite.ts'
import { createJournal } from './journal.ts'

export type Change = {
  store: ActionStore
  /** Writes into the same commit something that is not an item. */
  note: (key: string, value: unknown) => void
}

export type TableStore = {
  /** For reads, and for what concerns whole tables. Sees only what is on the disk. */
  base: DynaliteStore
  /**
   * Runs `work` alone, then commits all it wrote as one; nothing where it throws. Ends, either way, when everything that
   * `work` could see is on the disk.
   */
  change: <Result>(work: (change: Change) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/** Opens dynalite's store in `path`, with every write behind one lock and one journal. */
export async function openTableStore(path: string): Promise<TableStore> {
  const base = dynaliteDb.create({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  closeCursors(base.db)
  readAtOnce(base.db)
  await open(base, path)
  const journal = createJournal(base.db)
  let previous: Promise<unknown> = Promise.resolve()

  async function decide<Result>(
    work: (change: Change) => Promise<Result>,
  ): Promise<{ result: Result; durable: Promise<void> }> {
    const failed = Promise.withResolvers<never>()
    const { store, changes } = bufferedStore({ base, journal, fail: failed.reject })
    const note: Change['note'] = (key, value) => changes.set(key, value)
    const result = await Promise.race([work({ store, note }), failed.promise])
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
        // What made a condition fail must be there for whoever reads next.
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
 * dynalite ends its streams with a cursor's `return`, which this LevelDB does not have. A cursor left open keeps every
 * file and row of its moment: gigabytes after some thousand payments.
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
 * dynalite reads each key through the thread pool, though items lie in memory: a batch of eight is sixteen waits, with
 * the table's own description before each.
 */
function readAtOnce(database: Database): void {
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

async function open(store: DynaliteStore, path: string): Promise<void> {
  try {
    await store.db.open()
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    const hint = systemCode(reason) === 'LEVEL_LOCKED' ? 'another process uses it' : String(reason)
    throw new StartupError(`The table in ${path} can't be opened: ${hint}.`, { cause })
  }
}
