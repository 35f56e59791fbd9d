import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { call, type OperationName } from './call.ts'
import type { Failure, Result } from './result.ts'

/** A list that is loaded page by page, newest first. */
export type PagedList<Row> = {
  rows: readonly Row[]
  isLoading: boolean
  failure: Failure | undefined
  hasMore: boolean
  /** Many pages in a row had next to nothing: the operator decides whether to search further. */
  isSparse: boolean
  /** Loads the next page, or the first one again if it could not be loaded. */
  more: () => void
  /** Loads the first page again: rows that are new or changed appear, and the later ones stay. */
  refresh: () => Promise<void>
}

type Page<Row> = { rows: readonly Row[]; next: string | null }
type State<Row> = Page<Row> & {
  key: string
  isLoading: boolean
  failure?: Failure | undefined
  emptyPages: number
}

/** Operations whose input has the cursor `after`, and whose output has `nextCursor`. */
type ListName = {
  [Name in OperationName]: Operations[Name] extends {
    input: { after?: string | undefined }
    output: { nextCursor: string | null }
  }
    ? Name
    : never
}[OperationName]

/** This many pages without a row are read without asking. */
const patientPages = 5

/**
 * The rows of a list operation. `rowsOf` finds them in its output. Other input is another list, which starts empty.
 */
export function usePages<Name extends ListName, Row extends { id: string }>(
  name: Name,
  input: Operations[Name]['input'],
  rowsOf: (output: Operations[Name]['output']) => readonly Row[],
): PagedList<Row> {
  const key = `${name} ${JSON.stringify(input)}`
  const start: State<Row> = { key, rows: [], next: null, isLoading: true, emptyPages: 0 }
  const [stored, setState] = useState(start)
  const state = stored.key === key ? stored : start
  const latest = useRef(state)
  latest.current = state

  const load = useCallback(
    async (after: string | null): Promise<Result<Page<Row>>> => {
      const result = await call(name, after === null ? input : { ...input, after })
      if (result.kind !== 'ok') return result
      const { nextCursor: next } = result.output
      return { kind: 'ok', output: { rows: rowsOf(result.output), next } }
    },
    [key],
  )

  const more = useCallback(async () => {
    const { rows, next } = latest.current
    setState({ ...latest.current, key, isLoading: true, failure: undefined })
    const result = await load(next)
    if (latest.current.key !== key) return
    setState(
      result.kind === 'ok'
        ? appended({ ...latest.current, rows }, result.output)
        : { ...latest.current, isLoading: false, failure: result },
    )
  }, [load])

  const refresh = useCallback(async () => {
    if (latest.current.isLoading) return
    const result = await load(null)
    if (result.kind !== 'ok' || latest.current.key !== key || latest.current.isLoading) return
    setState({ ...latest.current, ...merged(latest.current, result.output), failure: undefined })
  }, [load])

  useEffect(() => void more(), [more])
  return {
    rows: state.rows,
    isLoading: state.isLoading,
    failure: state.failure,
    hasMore: state.next !== null,
    isSparse: state.emptyPages === patientPages,
    more: () => void more(),
    refresh,
  }
}

function appended<Row>(state: State<Row>, page: Page<Row>): State<Row> {
  const rows = state.rows.concat(page.rows)
  const emptyPages = page.rows.length > 0 ? 0 : (state.emptyPages % patientPages) + 1
  return { ...state, rows, next: page.next, isLoading: false, failure: undefined, emptyPages }
}

/** The first page as it is now, then what follows its last row among those that were loaded before. */
function merged<Row extends { id: string }>(before: Page<Row>, first: Page<Row>): Page<Row> {
  const last = first.rows.at(-1)
  const index = last ? before.rows.findIndex(({ id }) => id === last.id) : -1
  if (index < 0 || first.next === null) return first
  return { rows: [...first.rows, ...before.rows.slice(index + 1)], next: before.next }
}
