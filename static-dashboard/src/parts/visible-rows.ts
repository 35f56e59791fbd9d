import {
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core'
import { useCallback, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'

/** The rows of a long list that are near the screen, and the heights of those before and after. */
export type VisibleRows = {
  from: number
  to: number
  heightBefore: number
  heightAfter: number
  /** Measures a row, which has its number as `data-index`. */
  measure: (row: HTMLTableRowElement | null) => void
}

/** This many rows are always drawn: the page then finds them with the browser's search. */
const alwaysDrawn = 150
const estimatedHeight = 53
const beyondTheScreen = 12

/** The rows of a list to draw, as the window is scrolled. `top` is the element that the first row is in. */
export function useVisibleRows(
  count: number,
  keyAt: (index: number) => string,
  top: { current: HTMLElement | null },
): VisibleRows {
  const [, draw] = useReducer((times: number, _: null) => times + 1, 0)
  const margin = useRef(0)
  const keys = useRef(keyAt)
  keys.current = keyAt
  // Another function would make it measure every row again, however many there are.
  const getItemKey = useCallback((index: number) => keys.current(index), [])
  const options = {
    count,
    enabled: count > alwaysDrawn,
    getItemKey,
    getScrollElement: () => window,
    estimateSize: () => estimatedHeight,
    overscan: beyondTheScreen,
    scrollMargin: margin.current,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    onChange: () => draw(null),
  } as const
  const [rows] = useState(() => new Virtualizer<Window, HTMLTableRowElement>(options))
  rows.setOptions(options)
  useLayoutEffect(() => rows._didMount(), [])
  useLayoutEffect(() => {
    margin.current = (top.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    rows._willUpdate()
  })
  const near = rows.getVirtualItems()
  const [first, last] = [near[0], near.at(-1)]
  if (count <= alwaysDrawn || !first || !last) {
    const to = Math.min(count, alwaysDrawn)
    return { from: 0, to, heightBefore: 0, heightAfter: 0, measure: rows.measureElement }
  }
  return {
    from: first.index,
    to: last.index + 1,
    heightBefore: first.start - options.scrollMargin,
    heightAfter: rows.getTotalSize() - (last.end - options.scrollMargin),
    measure: rows.measureElement,
  }
}
