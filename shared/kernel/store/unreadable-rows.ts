import type * as z from 'zod'

type Row = Readonly<Record<string, unknown>>

/**
 * A row that this version can't read, such as one with a status that only a newer version knows. Names the row and its
 * attributes that are not as expected.
 */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow'
  readonly key: string
  readonly attributes: string

  constructor(row: Row, cause: z.ZodError) {
    const key = ['pk', 'sk', 'id'].flatMap((name) => row[name] ?? []).join(' ')
    const attributes = [...new Set(cause.issues.map(({ path }) => path.join('.')))].join(', ')
    super(`${key} can't be read: ${attributes}`, { cause })
    this.key = key
    this.attributes = attributes
  }
}

/** Thrown by a worker that did its work without some rows. */
class UnreadableRows extends AggregateError {
  override readonly name = 'UnreadableRows'
}

export type OnUnreadable = (error: UnreadableRow, row: Row) => void

/** The row as the codec reads it. Throws `UnreadableRow`. */
export function readRow<Item>(row: Row, codec: z.ZodType<Item>): Item {
  const { data, error } = codec.safeParse(row)
  if (error) throw new UnreadableRow(row, error)
  return data
}

/**
 * The rows as the codec reads them, without those of which it calls `onUnreadable`. Without that, throws
 * `UnreadableRow`.
 */
export function readRows<Item>(
  rows: readonly Row[],
  codec: z.ZodType<Item>,
  onUnreadable?: OnUnreadable,
): Item[] {
  if (!onUnreadable) return rows.map((row) => readRow(row, codec))
  return rows.flatMap((row) => {
    const { data, error } = codec.safeParse(row)
    if (!error) return [data]
    onUnreadable(new UnreadableRow(row, error), row)
    return []
  })
}

/**
 * Returns the result of the work, or undefined if a row that it needs can't be read; calls `onUnreadable` with that
 * row.
 */
export async function unlessUnreadable<Result>(
  work: () => Promise<Result>,
  onUnreadable: (error: UnreadableRow) => void,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error
    onUnreadable(error)
    return undefined
  }
}

const mostNamed = 20

/**
 * Throws if a row is among the failures, or among those of an `AggregateError`, after the rest of the work is done: the
 * skipped rows may have money, so the run has to fail, be logged and counted. Names the first 20, each once.
 */
export function requireAllRead(failures: readonly unknown[]): void {
  const byMessage = new Map(failures.flatMap(unreadableIn).map((row) => [row.message, row]))
  const { size: length } = byMessage
  if (length === 0) return
  const named = [...byMessage.values()].slice(0, mostNamed)
  const rows = length === 1 ? "1 row can't be read" : `${length} rows can't be read`
  throw new UnreadableRows(named, `${rows}: ${named.map(({ message }) => message).join('; ')}`)
}

/** The rows that a failure is about; none if it is also about something else, or only about that. */
export function onlyUnreadable(failure: unknown): readonly UnreadableRow[] {
  const rows = unreadableIn(failure)
  return rows.length === causesOf(failure).length ? rows : []
}

function unreadableIn(failure: unknown): UnreadableRow[] {
  return causesOf(failure).filter((cause) => cause instanceof UnreadableRow)
}

function causesOf(failure: unknown): unknown[] {
  return failure instanceof AggregateError ? failure.errors.flatMap(causesOf) : [failure]
}
