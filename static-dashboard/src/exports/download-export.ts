import { saveFile } from '../parts/save-file.ts'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { call } from '../service/call.ts'
import type { Export } from './export.ts'

/** Collects the pieces of a finished export, and lets the browser save the file. */
export async function downloadExport({
  id,
  fileName,
}: Pick<Export, 'id' | 'fileName'>): Promise<void> {
  const of = { id, mode: mode.peek() }
  const pieces: string[] = []
  for (let from: number | null = 0; from !== null; ) {
    const result: Awaited<ReturnType<typeof call<'read-export'>>> = await call('read-export', {
      ...of,
      from,
    })
    if (result.kind !== 'ok') return void toast(problemText(result))
    pieces.push(result.output.csv)
    from = result.output.next
  }
  saveFile(new Blob(pieces, { type: 'text/csv;charset=utf-8' }), fileName)
}
