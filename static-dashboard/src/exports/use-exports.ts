import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { call } from '../service/call.ts'
import { notForViewers } from '../service/role.ts'
import { usePolling } from '../service/use-polling.ts'
import { downloadExport } from './download-export.ts'
import type { Export, ExportInput } from './export.ts'

export type Exporting = {
  /** The newest first. */
  exports: readonly Export[]
  isStarting: boolean
  start: (input: ExportInput) => Promise<void>
  reload: () => Promise<void>
}

const runningMs = 1_500
const quietMs = 30_000

/** The exports of the last day, whoever started them. What was interrupted continues, and a file started here is saved. */
export function useExports(of: Export['of']): Exporting {
  const current = mode.value
  const [stored, setStored] = useState<{ key: string; exports: readonly Export[] }>()
  const [isStarting, setStarting] = useState(false)
  const own = useRef(new Set<string>())
  const exports = stored?.key === current ? stored.exports : []

  const reload = useCallback(async () => {
    if (notForViewers()) return
    const result = await call('list-exports', { mode: current })
    if (result.kind !== 'ok') return
    const shown = result.output.exports.filter((each) => each.of === of)
    // The same list must not draw the whole page again.
    const next = { key: current, exports: shown }
    setStored((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
    const [stalled] = shown.filter(({ state }) => state === 'stalled')
    if (stalled) await call('start-export', { mode: current, resume: stalled.id })
    for (const one of shown.filter(({ id, state }) => state === 'done' && own.current.delete(id))) {
      void downloadExport(one)
    }
  }, [current, of])
  useEffect(() => void reload(), [reload])
  usePolling(reload, exports.some(({ state }) => state === 'running') ? runningMs : quietMs)

  const start = async (input: ExportInput) => {
    setStarting(true)
    const result = await call('start-export', input)
    setStarting(false)
    if (result.kind !== 'ok') return void toast(problemText(result))
    own.current.add(result.output.id)
    await reload()
  }
  return { exports, isStarting, start, reload }
}
