import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../static-ui/template.ts'
import { Button } from '../parts/button.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { call, type Failure } from '../service/call.ts'
import { notForViewers } from '../service/role.ts'
import { money } from '../texts/money/money.ts'
import { type PayoutRow, payoutsCsv } from './payouts-csv.ts'

/** Every payment with its rate, value, fee and sweep, page by page. */
export function ExportCsv(): VNode {
  const words = money.payouts
  const [count, setCount] = useState<number>()
  const save = async () => {
    setCount(0)
    const of = mode.peek()
    const rows = await allRows(of, setCount)
    setCount(undefined)
    if ('kind' in rows) return toast(problemText(rows))
    saveFile(`payouts-${of}-${new Date().toISOString().slice(0, 10)}.csv`, payoutsCsv(rows))
    toast(fill(words.csvDone, { count: rows.length }))
  }
  return (
    <Button
      icon="download"
      reason={notForViewers()}
      busy={count !== undefined && fill(words.csvRows, { count })}
      onClick={() => void save()}
    >
      {words.csv}
    </Button>
  )
}

async function allRows(
  of: 'live' | 'test',
  onCount: (count: number) => void,
): Promise<readonly PayoutRow[] | Failure> {
  const rows: PayoutRow[] = []
  let after: string | null = null
  do {
    const input: { mode: 'live' | 'test'; after?: string } =
      after === null ? { mode: of } : { mode: of, after }
    const page = await call('export-payouts', input)
    if (page.kind !== 'ok') return page
    for (const row of page.output.rows) rows.push(row)
    onCount(rows.length)
    after = page.output.next
  } while (after !== null)
  return rows
}

function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
