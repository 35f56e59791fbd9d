import { useEffect } from 'preact/hooks'
import { mode } from '../router.ts'
import { call } from '../service/call.ts'
import { usePolling } from '../service/use-polling.ts'
import { visit } from '../service/visit-state.ts'
import { noteAttention } from './note-attention.ts'

const refreshMs = 60_000

/** Keeps the counts of the navigation current. */
export function WatchAttention(): null {
  const of = mode.value
  const load = async () => {
    if (!visit.peek()?.hasSecondFactor) return
    const result = await call('show-overview', { mode: of, days: 1 })
    if (result.kind === 'ok') noteAttention(result.output)
  }
  useEffect(() => void load(), [of])
  usePolling(load, refreshMs)
  return null
}
