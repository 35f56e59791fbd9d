import { join } from 'node:path'
import {
  ConditionalCheckFailedException,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { type FileProblem, readJsonFile, writeJsonFile } from '../../json-file.ts'
import { OperateError } from '../operate-error.ts'
import type { Manifest } from './manifest.ts'
import { readRows } from './read-rows.ts'
import type { Row } from './row-text.ts'
import { tableIdentity } from './table-identity.ts'

type Import = {
  table: Table
  folder: string
  manifest: Manifest
  onProgress: (rows: number) => void
}

/** How many rows were written. Without it, an import begins with the first row again, which changes nothing. */
const progressFormat = z.object({ rows: z.int() })

const atOnce = 50

function unreadable(path: string): FileProblem {
  const message = `${path} can't be read. Remove it, and run the import again: it replaces nothing.`
  return (_, cause) => new OperateError(message, { cause })
}

/** Writes the rows that are not there yet, and continues where an interrupted import was. */
export async function importRows({ table, folder, manifest, onProgress }: Import): Promise<void> {
  const path = join(folder, `import-${await tableIdentity(table)}.json`)
  let rows = (await readJsonFile(path, progressFormat, unreadable(path)))?.rows ?? 0
  for await (const chunk of chunksOf(readRows(folder, manifest, rows))) {
    await Promise.all(chunk.map((row) => putNew(table, row)))
    rows += chunk.length
    await writeJsonFile(path, { rows })
    onProgress(rows)
  }
}

async function* chunksOf(rows: AsyncGenerator<Row, undefined>): AsyncGenerator<Row[], undefined> {
  let chunk: Row[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < atOnce) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** A row that is there was written before an interruption, or since by the instance, which knows more. */
export async function putNew({ client, name }: Table, row: Row): Promise<void> {
  const ConditionExpression = 'attribute_not_exists(pk)'
  try {
    await client.send(new PutItemCommand({ TableName: name, Item: row, ConditionExpression }))
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}

/** Replaces what a deployment stores before its setup, except for its own URL. */
export async function putSettings({ client, name }: Table, row: Row): Promise<void> {
  const Key = { pk: row['pk'] ?? { S: '' }, sk: row['sk'] ?? { S: '' } }
  const { Item } = await client.send(
    new GetItemCommand({ TableName: name, Key, ConsistentRead: true }),
  )
  const own = Item?.['baseUrl'] ? { baseUrl: Item['baseUrl'] } : {}
  await client.send(new PutItemCommand({ TableName: name, Item: { ...row, ...own } }))
}
