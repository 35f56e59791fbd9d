import type { Database, Write } from './dynalite.ts'

/** Writes of one transaction by key; undefined deletes. */
type Changes = ReadonlyMap<string, unknown>

export type Journal = {
  /** The value after everything committed so far, durable or not. */
  read: (key: string) => unknown
  /** All of `changes` or none of it; resolves once it and all before it are on the disk. */
  commit: (changes: Changes) => Promise<void>
  /** Resolves once everything committed so far is on the disk. */
  settled: () => Promise<void>
}

type Batch = (this: Database, writes: readonly Write[], options: { sync: boolean }) => Promise<void>

/**
 * Commits to LevelDB. What arrives while a batch is being flushed goes into the next one together, so that
 * transactions share the wait for the disk; each stays within one batch, and LevelDB keeps or drops a batch as a whole.
 */
export function createJournal(database: Database): Journal {
  const flush = syncedBatch(database)
  const unflushed = new Map<string, unknown>()
  let waiting = new Map<string, unknown>()
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function flushNext(previous: Promise<void>): Promise<void> {
    // A failed batch fails all that come after it: they may have been decided on what it was to write.
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

/** dynalite's wrapper of `batch` drops the options; `sync` makes a commit outlive a power cut, not only a crash. */
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
