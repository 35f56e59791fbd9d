import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { call } from '../service/call.ts'
import type { Result } from '../service/result.ts'

type Saved = Operations['list-views']['output']

/** A named filter of payments: what its address has after the question mark. */
export type View = Saved['views'][number]

/** The operator's views, the oldest first. */
export const savedViews = signal<readonly View[]>([])

/** Loads them whenever the page is opened: another browser may have changed them. */
export function useSavedViews(): readonly View[] {
  useEffect(() => void keep(call('list-views', {})), [])
  return savedViews.value
}

export function removeView(name: string): Promise<Result<Saved>> {
  return keep(call('delete-view', { name }))
}

async function keep(calling: Promise<Result<Saved>>): Promise<Result<Saved>> {
  const result = await calling
  if (result.kind === 'ok') savedViews.value = result.output.views
  return result
}
