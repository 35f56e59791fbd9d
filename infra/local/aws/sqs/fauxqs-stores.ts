import type { DatabaseSync } from 'node:sqlite'
import type { BuildAppOptions } from 'fauxqs'

type Stores = NonNullable<BuildAppOptions['stores']>
type SqsStore = Stores['sqsStore']
export type Queue = ReturnType<SqsStore['createQueue']>

export type FauxqsStores = {
  stores: Stores
  /** Runs `work`, which must be synchronous, as one SQLite transaction. */
  transaction: (work: () => void) => void
  close: () => void
}

/** fauxqs's persistence: the interface for its stores, and its private members. */
type Persistence = {
  forStores: NonNullable<SqsStore['persistence']>
  internals: { db: DatabaseSync; transaction: (work: () => void) => void }
}

/**
 * Opens fauxqs's stores on SQLite in `directory`. Its own `startFauxqs` does the same, but listens on every network
 * interface, so its modules are loaded by file. The package is pinned to an exact version.
 */
export async function openFauxqsStores(directory: string): Promise<FauxqsStores> {
  const stores = await createStores()
  const { forStores, internals } = await openPersistence(directory)
  patch({ forStores, internals })
  // Load before the stores write through: otherwise, loading a queue would replace its row and drop its messages.
  forStores.loadSqsAndSns(stores.sqsStore, stores.snsStore)
  stores.sqsStore.persistence = forStores
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = forStores
  return {
    stores,
    transaction: (work) => internals.transaction(work),
    close: () => forStores.close(),
  }
}

async function createStores(): Promise<Stores> {
  const { SqsStore } = await load('./sqs/sqsStore.js')
  const { SnsStore } = await load('./sns/snsStore.js')
  const { S3Store } = await load('./s3/s3Store.js')
  return { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() }
}

async function openPersistence(directory: string): Promise<Persistence> {
  const { PersistenceManager } = await load('./persistence.js')
  const persistence = new PersistenceManager(directory)
  return { forStores: persistence, internals: persistence }
}

function load(file: string) {
  return import(new URL(file, import.meta.resolve('fauxqs')).href)
}

function patch({ forStores, internals }: Persistence): void {
  // SQLite runs in the instance's only thread. Unsynced commits survive a crash of the process, and after a power
  // failure the relay sends lost messages again: the table is the source of truth.
  internals.db.exec('PRAGMA synchronous = NORMAL')
  // fauxqs 2.4.1 sets the receive count to NULL, which its own schema forbids: the call fails halfway and the message
  // is lost until the next restart.
  const makeReady = internals.db.prepare(
    'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
  )
  forStores.updateMessageReady = (messageId) => {
    makeReady.run(messageId)
  }
}
