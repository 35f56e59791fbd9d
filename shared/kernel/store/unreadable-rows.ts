import * as z from 'zod'

type Row = Readonly<Record<string, unknown>>

/** A row that this version can't read, such as one with a status that only a newer version knows. Names the row. */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow'

  constructor(row: Row, cause: unknown) {
    const key = ['pk', 'sk', 'id'].flatMap((name) => row[name] ?? []).join(' ')
    super(`${key} can't be read`, { cause })
  }
}

/** What a worker throws that did its work without some rows. */
class UnreadableRows extends AggregateError {
  override readonly name = 'UnreadableRows'
}

export type OnUnreadable = (row: UnreadableRow) => void

/** The rows as the codec reads them, without those of which it calls `onUnreadable`. Without that, throws. */
export function readRows<Item>(
  rows: readonly Row[],
  codec: z.ZodType<Item>,
  onUnreadable?: OnUnreadable,
): Item[] {
  if (!onUnreadable) return rows.map((row) => codec.parse(row))
  return rows.flatMap((row) => {
    const { data, error } = codec.safeParse(row)
    if (!error) return [data]
    onUnreadable(new UnreadableRow(row, error))
    return []
  })
}

/** The loaded item, or undefined after it has called `onUnreadable` because the item can't be read. */
export async function loadReadable<Item>(
  key: Row,
  load: () => Promise<Item>,
  onUnreadable: OnUnreadable,
): Promise<Item | undefined> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    onUnreadable(new UnreadableRow(key, error))
    return undefined
  }
}

const mostNamed = 20

/**
 * Throws if a row is among the failures, after the rest of the work is done: what is left out may have money, so the run
 * has to fail, be logged and counted. Names the first 20.
 */
export function requireAllRead(failures: readonly unknown[]): void {
  const unreadable = failures.filter((failure) => failure instanceof UnreadableRow)
  const { length } = unreadable
  if (length === 0) return
  const named = unreadable.slice(0, mostNamed)
  const rows = length === 1 ? "1 row can't be read" : `${length} rows can't be read`
  throw new UnreadableRows(named, `${rows}: ${named.map(({ message }) => message).join('; ')}`)
}
