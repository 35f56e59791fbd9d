import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { PagedList } from '../service/use-pages.ts'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import { LoadFailure } from './load-failure.tsx'
import { Bones } from './page.tsx'
import { Table, type TableProps } from './table.tsx'

type Props<Row> = Omit<TableProps<Row>, 'rows'> & {
  list: PagedList<Row>
  empty: VNode
}

/** A list that loads more as its end comes near. */
export function PagedTable<Row>({ list, empty, ...table }: Props<Row>): VNode {
  const { rows, failure, isLoading, hasMore } = list
  if (rows.length === 0 && !hasMore && !failure) return isLoading ? <Bones rows={8} /> : empty
  return (
    <>
      {rows.length > 0 && <Table {...table} rows={rows} />}
      <ListEnd list={list} />
    </>
  )
}

/** The end of a list that isn't complete yet: loads more as it comes into view, or shows why it can't. */
export function ListEnd<Row>({ list }: { list: PagedList<Row> }): VNode | null {
  const { rows, hasMore, isLoading, failure, isSparse, more } = list
  const end = useRef<HTMLDivElement>(null)
  const isAutomatic = hasMore && !isLoading && !failure && !isSparse
  useEffect(() => {
    if (!isAutomatic || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more()
      },
      { rootMargin: '800px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isAutomatic, more])
  if (failure) return <LoadFailure failure={failure} isAll={rows.length === 0} onRetry={more} />
  if (!hasMore) return null
  return (
    <div class="below" ref={end}>
      {isLoading && <Bones rows={2} />}
      {isSparse && !isLoading && (
        <>
          <p class="quiet">{text.list.sparse}</p>
          <Button onClick={more}>{text.list.further}</Button>
        </>
      )}
    </div>
  )
}
