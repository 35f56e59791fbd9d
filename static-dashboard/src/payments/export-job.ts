import { signal } from '@preact/signals'
import { csvLine } from '../../../shared/kernel/csv.ts'
import type { Operations } from '../operations.ts'
import { call, type Failure } from '../service/call.ts'

type Filter = Omit<Operations['export-payments']['input'], 'after'>
type Exported = Operations['export-payments']['output']['payments'][number]

/** How far an export is. It continues while the operator works on other pages of the dashboard. */
export type ExportJob = {
  state: 'running' | 'failed' | 'done'
  count: number
  failure?: Failure
  /** Continues where it failed. */
  resume: () => void
  cancel: () => void
}

export const exportJob = signal<ExportJob | null>(null)

/** Collects the payments that match, page by page, and then lets the browser save them. */
export function startExport(filter: Filter, fileName: string): void {
  const rows: Exported[] = []
  let after: string | undefined
  let isCanceled = false
  const cancel = () => {
    isCanceled = true
    exportJob.value = null
  }
  const show = (state: ExportJob['state'], failure?: Failure) => {
    const failed = failure && { failure }
    exportJob.value = { state, count: rows.length, ...failed, resume: () => void run(), cancel }
  }
  async function run(): Promise<void> {
    show('running')
    for (;;) {
      const result = await call('export-payments', { ...filter, ...(after && { after }) })
      if (isCanceled) return
      if (result.kind !== 'ok') return show('failed', result)
      rows.push(...result.output.payments)
      if (result.output.nextCursor === null) break
      after = result.output.nextCursor
      show('running')
    }
    save(paymentsCsv(rows), fileName)
    show('done')
  }
  void run()
}

const columns = [
  ...(['id', 'status', 'createdAt', 'paidAt', 'closedAt', 'settled'] as const),
  ...(['chainId', 'chainName', 'asset', 'amount', 'received', 'unitPriceUsd'] as const),
  ...(['address', 'txHash', 'provider', 'customerEmail', 'linkId', 'linkTitle'] as const),
] as const satisfies readonly (keyof Exported)[]

/**
 * One line for each payment, and one column for each key of metadata. The mark at its start lets spreadsheets read it as
 * UTF-8.
 */
function paymentsCsv(rows: readonly Exported[]): string[] {
  const keys = [...new Set(rows.flatMap(({ metadata }) => Object.keys(metadata)))].sort()
  const names = keys.map((key) => `metadata.${key}`)
  const head = csvLine([...columns, 'fiatAmount', 'fiatCurrency', ...names])
  const lines = rows.map((row) => {
    const own = columns.map((column) => row[column])
    const { amount, currency } = row.fiat
    return csvLine([...own, amount, currency, ...keys.map((key) => row.metadata[key])])
  })
  return ['\uFEFF', head, ...lines]
}

function save(csv: string[], fileName: string): void {
  const url = URL.createObjectURL(new Blob(csv, { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads it while it saves the file.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
