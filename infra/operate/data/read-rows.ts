import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Manifest } from './manifest.ts'
import { parseRow, type Row } from './row-text.ts'

/** The rows of an export, after the first `from` ones. */
export async function* readRows(
  folder: string,
  { files }: Manifest,
  from = 0,
): AsyncGenerator<Row, undefined> {
  let before = 0
  for (const { name, rows } of files) {
    const skipped = Math.min(Math.max(from - before, 0), rows)
    before += rows
    if (skipped === rows) continue
    const input = createReadStream(join(folder, name)).pipe(createGunzip())
    let line = 0
    for await (const text of linesOf(input.setEncoding('utf8'))) {
      line += 1
      if (line > skipped) yield parseRow(text)
    }
  }
}

/** Node's `readline` also splits at U+2028 and U+2029, which texts within JSON may have. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
