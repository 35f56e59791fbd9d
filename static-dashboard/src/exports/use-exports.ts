import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { call } from '../service/call.ts'
import type { Failure } from '../service/result.ts'
import { notForViewers } from '../service/role.ts'
import { usePolling } from '../service/use-polling.ts'
import { downloadExport } from './download-export.ts'
import type { Export, ExportInput } from './export.ts'

export type Exporting = {
  /** The newest first. */
  exports: readonly Export[]
  starting: Export['of'] | undefined
  /** Why they could not be loaded at first. */
  failure: Failure | undefined
  start: (input: ExportInput) => Promise<void>
  reload: () => Promise<void>
}

const runningMs = 1_500
const quietMs = 30_000

/**
 * The exports of the last day that are of one of `kinds`, whoever started them. What was interrupted continues, and a file
 * started here is saved. `kinds` is the same array at each call.
 */
export function useExports(kinds: readonly Export['of'][]): Exporting {
  const current = mode.value
  const [stored, setStored] = useState<{ key: string; exports: readonly Export[] }>()
  const [starting, setStarting] = useState<Export['of']>()
  const [failure, setFailure] = useState<Failure>()
  const own = useRef(new Set<string>())
  const exports = stored?.key === current ? stored.exports : []

  const reload = useCallback(async () => {
    if (notForViewers()) return
    const result = await call('list-exports', { mode: current })
    setFailure(result.kind === 'ok' ? undefined : result)
    if (result.kind !== 'ok') return
    const shown = result.output.exports.filter(({ of }) => kinds.includes(of))
    // The same list must not draw the whole page again.
    const next = { key: current, exports: shown }
    setStored((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
    const [stalled] = shown.filter(({ state }) => state === 'stalled')
    if (stalled) await call('start-export', { mode: current, resume: stalled.id })
    for (const one of shown.filter(({ id, state }) => state === 'done' && own.current.delete(id))) {
      void downloadExport(one)
    }
  }, [current, kinds])
  useEffect(() => void reload(), [reload])
  usePolling(reload, exports.some(({ state }) => state === 'running') ? runningMs : quietMs)

  const start = async (input: ExportInput) => {
    setStarting(input.of ?? 'payments')
    const result = await call('start-export', input)
    setStarting(undefined)
    if (result.kind !== 'ok') return void toast(problemText(result))
    own.current.add(result.output.id)
    await reload()
  }
  return { exports, starting, failure: stored ? undefined : failure, start, reload }
}
