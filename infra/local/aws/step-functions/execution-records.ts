import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Execution, execution } from './execution.ts'

export type ExecutionRecords = {
  find: (arn: string) => Execution | undefined
  save: (execution: Execution) => void
  running: () => Execution[]
  /** Deletes stopped executions, so that their names can be used again. */
  forgetStoppedBefore: (time: Date) => void
  close: () => void
}

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS executions (
    arn TEXT PRIMARY KEY,
    stopped_at INTEGER,
    body TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS running ON executions (arn) WHERE stopped_at IS NULL;
  CREATE INDEX IF NOT EXISTS stopped ON executions (stopped_at) WHERE stopped_at IS NOT NULL;`

/**
 * Stores executions in SQLite. A saved execution survives a crash of the process, but not necessarily a power failure: the
 * relay and the reconciler handle sessions with missing timers.
 */
export function openExecutionRecords(directory: string): ExecutionRecords {
  mkdirSync(directory, { recursive: true })
  const database = new DatabaseSync(join(directory, 'executions.db'))
  database.exec(schema)
  const find = database.prepare('SELECT body FROM executions WHERE arn = ?')
  const running = database.prepare('SELECT body FROM executions WHERE stopped_at IS NULL')
  const forget = database.prepare('DELETE FROM executions WHERE stopped_at < ?')
  const save = database.prepare(
    'INSERT OR REPLACE INTO executions (arn, stopped_at, body) VALUES (?, ?, ?)',
  )
  return {
    find: (arn) => {
      const row = find.get(arn)
      return row && parse(row)
    },
    save: (record) => {
      const { progress } = record
      const stoppedAt = progress.status === 'RUNNING' ? null : progress.stoppedAt
      save.run(record.arn, stoppedAt, JSON.stringify(record))
    },
    running: () => running.all().map(parse),
    forgetStoppedBefore: (time) => {
      forget.run(time.getTime())
    },
    close: () => database.close(),
  }
}

function parse(row: Record<string, unknown>): Execution {
  return execution.parse(JSON.parse(String(row['body'])))
}
