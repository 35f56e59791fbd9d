import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Mode, modes } from '../../../shared/kernel/mode.ts'
import type { ExportProgress } from './export-progress.ts'
import { digestOf } from './manifest.ts'
import { keyOf, type Row, rowText } from './row-text.ts'

type Part = { rows: AsyncGenerator<Row, undefined>; first: Row; most: number }

/** Writes the next file of an export. One that was begun before an interruption is written again. */
export async function writePart(
  folder: string,
  { of, files, counts }: ExportProgress,
  part: Part,
): Promise<ExportProgress> {
  const name = `rows-${String(files.length + 1).padStart(5, '0')}.jsonl.gz`
  const counted: Record<string, number> = { ...counts }
  let rows = 0
  let last = keyOf(part.first)
  async function* lines() {
    for await (const row of firstOf(part)) {
      last = keyOf(row)
      const mode = modeOf(last.pk)
      counted[mode] = (counted[mode] ?? 0) + 1
      rows += 1
      yield rowText(row)
    }
  }
  const path = join(folder, name)
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), createGzip(), file)
  const written = { name, rows, sha256: (await digestOf(path)) ?? '' }
  return { of, files: [...files, written], counts: counted, last }
}

async function* firstOf({ rows, first, most }: Part): AsyncGenerator<Row, undefined> {
  let row: Row | undefined = first
  for (let count = 1; row; count += 1) {
    yield row
    row = count < most ? (await rows.next()).value : undefined
  }
}

function modeOf(partition: string): Mode | 'none' {
  return modes.find((mode) => partition.startsWith(`${mode}#`)) ?? 'none'
}
