import type { VNode } from 'preact'
import { counted } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { notForViewers } from '../service/role.ts'
import { text } from '../texts/text.ts'
import { exportJob, startExport } from './export-job.ts'
import type { Filter } from './payment-filter.ts'

/** Exports what the filters show. */
export function ExportButton({ filter }: { filter: Filter }): VNode {
  const isRunning = exportJob.value?.state === 'running'
  const day = new Date().toISOString().slice(0, 10)
  return (
    <Button
      icon="download"
      reason={notForViewers()}
      busy={isRunning && text.payments.export.running}
      onClick={() => startExport(filter, `payments-${mode.value}-${day}.csv`)}
    >
      {text.payments.export.start}
    </Button>
  )
}

/** How far the export is. */
export function ExportProgress(): VNode | null {
  const job = exportJob.value
  if (!job) return null
  const words = text.payments.export
  const title = counted(words.states[job.state], job.count)
  const end = (
    <Button kind="soft" onClick={job.cancel}>
      {job.state === 'running' ? text.cancel : text.close}
    </Button>
  )
  if (job.state !== 'failed') {
    return (
      <Notice tone={job.state === 'done' ? 'ok' : 'info'} title={title} action={end}>
        {job.state === 'running' ? words.runningText : words.doneText}
      </Notice>
    )
  }
  return (
    <Notice
      tone="bad"
      title={title}
      action={
        <Button kind="soft" icon="redo" onClick={job.resume}>
          {text.retry}
        </Button>
      }
    >
      {job.failure && problemText(job.failure)}
    </Notice>
  )
}
