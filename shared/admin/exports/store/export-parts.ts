import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as z from 'zod'
import { queryPage } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import type { ExportJob } from '../rules/export-job.ts'
import type { ExportLine } from '../rules/export-line.ts'
import { ttlOf } from './exports.ts'
import { exportKeys } from './keys.ts'

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

const partCodec = z.object({ width: z.int(), lines: z.instanceof(Uint8Array) })
const linesCodec = z.array(z.string())

type Part = { job: ExportJob; lines: readonly string[]; width: number }

/** The write of the next part of an export. An item has at most 400 kB. */
export async function partWrite({ job, lines, width }: Part): Promise<Write> {
  const { mode, id, parts } = job
  const content = await packed(JSON.stringify(lines))
  const Item = {
    ...exportKeys.exportPart(mode, id, parts),
    width,
    lines: new Uint8Array(content),
    ttl: ttlOf(job),
  }
  return addition(Item)
}

/** The lines of at most `count` parts. */
export async function readParts(
  table: Table,
  { mode, id, parts }: ExportJob,
  { from, count }: { from: number; count: number },
): Promise<{ lines: ExportLine[]; next: number | null }> {
  const to = Math.min(from + count, parts)
  if (from >= to) return { lines: [], next: null }
  const first = exportKeys.exportPart(mode, id, from)
  const last = exportKeys.exportPart(mode, id, to - 1)
  const range = { from: first.sk, to: last.sk }
  const { rows } = await queryPage(table, { partition: first.pk, range, pageSize: count })
  const lines = await Promise.all(rows.map((row) => linesOf(partCodec.parse(row))))
  const next = from + rows.length
  return { lines: lines.flat(), next: next < parts ? next : null }
}

async function linesOf({ width, lines }: z.infer<typeof partCodec>): Promise<ExportLine[]> {
  const content = await unpacked(lines)
  return linesCodec.parse(JSON.parse(content.toString())).map((text) => ({ text, width }))
}

/** A transaction has at most 4 MB. */
const perTransaction = 10

export async function deleteParts(table: Table, { mode, id, parts }: ExportJob): Promise<void> {
  const all = Array.from({ length: parts }, (_, part) => exportKeys.exportPart(mode, id, part))
  for (let at = 0; at < all.length; at += perTransaction) {
    const some = all.slice(at, at + perTransaction)
    await transact(
      table,
      some.map((Key) => ({ Delete: { Key } })),
    )
  }
}
