import type { ComponentChildren, VNode } from 'preact'
import { useRef } from 'preact/hooks'
import { hrefOf } from '../router.ts'
import { useRowKeys } from './row-keys.ts'
import { useVisibleRows } from './visible-rows.ts'

export type Column<Row> = {
  name: string
  title: string
  cell: (row: Row) => ComponentChildren
  /** `end` for numbers and times. */
  align?: 'end'
  /** Whether its content is the link that opens the row. */
  isLink?: true
  /**
   * Where it stands on narrow screens, on which each row is a card: at its start, beside that, or not at all. By default on
   * a line of its own, after its title.
   */
  card?: 'lead' | 'aside' | 'plain' | 'hidden'
}

export type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The address below `/dashboard` that a row opens. */
  pathOf?: (row: Row) => string
}

/** Rows of records. However many there are, only those near the screen are drawn. */
export function Table<Row>({ label, columns, rows, keyOf, pathOf }: TableProps<Row>): VNode {
  const body = useRef<HTMLTableSectionElement>(null)
  const keyAt = (index: number) => {
    const row = rows[index]
    return row === undefined ? String(index) : keyOf(row)
  }
  const { from, to, heightBefore, heightAfter, measure } = useVisibleRows(rows.length, keyAt, body)
  useRowKeys(body)
  return (
    <table class="records" aria-label={label} aria-rowcount={rows.length + 1}>
      <Head columns={columns} />
      <tbody ref={body}>
        <Space height={heightBefore} />
        {rows.slice(from, to).map((row, offset) => (
          <tr
            key={keyOf(row)}
            ref={measure}
            data-index={from + offset}
            aria-rowindex={from + offset + 2}
          >
            {columns.map((column) => (
              <Cell key={column.name} column={column} row={row} path={pathOf?.(row)} />
            ))}
          </tr>
        ))}
        <Space height={heightAfter} />
      </tbody>
    </table>
  )
}

function Head<Row>({ columns }: Pick<TableProps<Row>, 'columns'>): VNode {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ name, title, align }) => (
          <th key={name} scope="col" class={align ?? ''}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Stands for rows that are not drawn. */
function Space({ height }: { height: number }): VNode | null {
  return height > 0 ? <tr class="space" style={{ height }} /> : null
}

type CellProps<Row> = { column: Column<Row>; row: Row; path: string | undefined }

function Cell<Row>({ column, row, path }: CellProps<Row>): VNode {
  const { name, title, align = '', card = 'line', isLink, cell } = column
  const content = cell(row)
  return (
    <td class={`${align} ${card} of-${name}`} data-title={title}>
      {isLink && path !== undefined ? (
        <a class="hit" href={hrefOf(path)}>
          {content}
        </a>
      ) : (
        content
      )}
    </td>
  )
}
