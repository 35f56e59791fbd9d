import { signal } from '@preact/signals'
import { readStored, writeStored } from '../stored.ts'

/** A named filter of payments: what its address has after the question mark. */
export type View = { name: string; query: string }

const storedAs = 'payment-views'
const most = 12

/** The views of this browser, the oldest first. */
export const savedViews = signal<readonly View[]>(read())

export function saveView(view: View): void {
  set([...savedViews.peek(), view].slice(-most))
}

export function removeView(name: string): void {
  set(savedViews.peek().filter((view) => view.name !== name))
}

function set(views: readonly View[]): void {
  savedViews.value = views
  writeStored(storedAs, JSON.stringify(views))
}

/** Whatever else is stored there counts as nothing. */
function read(): View[] {
  try {
    const stored: unknown = JSON.parse(readStored(storedAs) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}

function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null) return false
  return (
    'name' in value &&
    typeof value.name === 'string' &&
    'query' in value &&
    typeof value.query === 'string'
  )
}
