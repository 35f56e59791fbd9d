import { gunzipSync } from 'node:zlib'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { unpacked } from '../shared/kernel/store/packed-text.ts'
import type { Table } from '../shared/kernel/store/table.ts'

/** All rows of a table as texts in lower case, with what is compressed in them written out. */
export async function storedTexts(table: Table): Promise<string[]> {
  const texts: string[] = []
  for await (const { Items = [] } of paginateScan(table, { TableName: table.name })) {
    texts.push(...Items.map((item) => JSON.stringify(item, readable).toLowerCase()))
  }
  return texts
}

function readable(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return gunzipSync(value).toString()
  if (value instanceof Set) return [...value]
  return typeof value === 'string' ? unpacked(value) : value
}
