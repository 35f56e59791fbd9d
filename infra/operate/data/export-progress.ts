import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { readJsonFile, writeJsonFile } from '../../json-file.ts'
import { OperateError } from '../operate-error.ts'
import { exportedFile } from './manifest.ts'

/** How far an export is, after each file. */
const progressFormat = z.object({
  /** The table and its stop: what of another one was read must not be continued. */
  of: z.strictObject({ table: z.string(), stoppedAt: z.array(z.string()) }),
  files: z.array(exportedFile),
  counts: z.record(z.string(), z.int()),
  last: z.object({ pk: z.string(), sk: z.string() }).nullable(),
})

export type ExportProgress = z.output<typeof progressFormat>

export const progressFile = (folder: string) => join(folder, 'export-progress.json')

/** Rows hold what customers gave, so only the owner may read them. */
export async function openFolder(
  folder: string,
  of: ExportProgress['of'],
): Promise<ExportProgress> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  if (names.includes('manifest.json')) {
    throw new OperateError(`${folder} has a complete export. Name another folder.`)
  }
  const path = progressFile(folder)
  const progress = await readJsonFile(path, progressFormat, (_, cause) => {
    return new OperateError(`${path} can't be read. Export to another folder.`, { cause })
  })
  if (progress) {
    requireSame(folder, progress.of, of)
    return progress
  }
  if (names.length > 0) throw new OperateError(`${folder} is not empty. Name another folder.`)
  const begun = { of, files: [], counts: {}, last: null }
  await writeJsonFile(progressFile(folder), begun)
  return begun
}

/** Sessions that were opened between two stops could be in a part of the table that was read during the first. */
export function requireSame(
  folder: string,
  begun: ExportProgress['of'],
  of: ExportProgress['of'],
): void {
  if (isDeepStrictEqual(begun, of)) return
  const isTable = begun.table === of.table
  throw new OperateError(
    isTable
      ? `New sessions were accepted since ${folder} was begun. Export to another folder.`
      : `${folder} has the export of another table.`,
  )
}
