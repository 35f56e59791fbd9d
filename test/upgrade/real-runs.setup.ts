import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedItems } from '../config.ts'
import { aroundMemoryDynamodb } from '../memory-dynamodb.ts'
import { besideNewerVersion } from './newer-version.ts'
import { storedText } from './stored-text.ts'

if (recordedItems !== undefined) {
  const file = join(recordedItems, String(process.pid))
  aroundMemoryDynamodb(
    besideNewerVersion((finding) => appendFileSync(file, `${storedText(finding)}\n`)),
  )
}
