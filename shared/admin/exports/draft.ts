import type { ExportJob } from './rules/export-job.ts'
import { type ExportLine, type ExportRow, lineOf, withKeys } from './rules/export-line.ts'

/** Read by an invocation, and not stored yet. */
export type Draft = {
  job: ExportJob
  lines: readonly ExportLine[]
  bytes: number
  since: Date
}

/** The rows of a record, none at the end of a page, and the cursor of what follows them. */
export type Step = { rows: readonly ExportRow[]; after: string }

/** In UTF-8: whatever a part contains, it fits into an item when it is packed. */
const partBytes = 300_000
/** The longest time between writes of the progress. */
const checkpointMs = 5_000

export function draftOf(job: ExportJob, since: Date): Draft {
  return { job, lines: [], bytes: 0, since }
}

/** Returns the draft with a step; undefined if its rows have to begin the next part. */
export function withStep(draft: Draft, { rows, after }: Step): Draft | undefined {
  const { job } = draft
  const columns = rows.reduce((known, { metadata }) => withKeys(known, metadata), job.columns)
  const added = rows.map((row) => lineOf(row, columns))
  const bytes = draft.bytes + added.reduce((sum, line) => sum + storedBytes(line), 0)
  if (added.length > 0 && draft.lines.length > 0 && bytes > partBytes) return undefined
  const grown = { ...job, columns, rows: job.rows + added.length, position: { after } }
  return { ...draft, job: grown, lines: [...draft.lines, ...added], bytes }
}

/** The lines of each part to store: there are several parts only if a record is too large for one. */
export function partsOf({ lines }: Draft): ExportLine[][] {
  const parts: ExportLine[][] = []
  let left = 0
  for (const line of lines) {
    const bytes = storedBytes(line)
    if (bytes > left) {
      parts.push([])
      left = partBytes
    }
    parts.at(-1)?.push(line)
    left -= bytes
  }
  return parts
}

/** The size in stored JSON, which makes six bytes of a control character. */
function storedBytes({ text }: ExportLine): number {
  return Buffer.byteLength(JSON.stringify(text)) + 1
}

export function isDue({ bytes, since }: Draft, now: Date): boolean {
  return bytes >= partBytes || now.getTime() - since.getTime() >= checkpointMs
}
