import type { Database, Write } from './dynalite.ts'

/** The writes of one transaction by key; undefined deletes. */
type Changes = ReadonlyMap<string, unknown>

export type Journal = {
  /** Returns the value after all commits so far, durable or not. */
  read: (key: string) => unknown
  /** Commits all of `changes` or none; resolves once they and all earlier commits are on disk. */
  commit: (changes: Changes) => Promise<void>
  /** Resolves once all commits so far are on disk. */
  settled: () => Promise<void>
}

type Batch = (this: Database, writes: readonly Write[], options: { sync: boolean }) => Promise<void>

/**
 * Commits to LevelDB. Transactions that arrive while a batch is being flushed share the next batch, and so the wait for
 * the disk. Each transaction stays within one batch, which LevelDB keeps or drops as a whole.
 */
export function createJournal(database: Database): Journal {
  const flush = syncedBatch(database)
  const unflushed = new Map<string, unknown>()
  let waiting = new Map<string, unknown>()
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function flushNext(previous: Promise<void>): Promise<void> {
    // A failed batch fails all later ones: their decisions may depend on its writes.
    await previous
    const changes = waiting
    waiting = new Map()
    last = next ?? last
    next = undefined
    await flush(changes)
    for (const key of changes.keys()) {
      if (!waiting.has(key)) unflushed.delete(key)
    }
  }

  return {
    read: (key) => (unflushed.has(key) ? unflushed.get(key) : database.getSync(key)),
    commit: (changes) => {
      for (const [key, value] of changes) {
        unflushed.set(key, value)
        waiting.set(key, value)
      }
      next ??= flushNext(last)
      return next
    },
    settled: () => next ?? last,
  }
}

/** dynalite's wrapper of `batch` drops the options; with `sync`, a commit survives a power failure, not only a crash. */
function syncedBatch(database: Database): (changes: Changes) => Promise<void> {
  const batch: Batch = Object.getPrototypeOf(database).batch
  return async (changes) => {
    if (changes.size === 0) return
    const writes = Array.from(changes, ([key, value]): Write => {
      return value === undefined ? { type: 'del', key } : { type: 'put', key, value }
    })
    await batch.call(database, writes, { sync: true })
  }
}
