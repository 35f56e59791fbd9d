import { createHash } from 'node:crypto'
import { header } from '../../shared/http/http-message.ts'
import { queryOf } from '../../shared/http/parse-input.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { noQuery } from '../../shared/kernel/wire/primitives.ts'
import { openapi } from '../../shared/openapi/openapi.ts'
import { config } from '../config.ts'
import { settingsOf } from '../deps/settings-of.ts'
import { routeHandler } from '../handlers/route-handler.ts'

const settings = settingsOf(openTable(config('TABLE_NAME')))

/** The description of this instance's API, for everyone. It changes with a deployment only, so callers may keep it. */
export const handler = routeHandler(async (event) => {
  parseWith(noQuery, queryOf(event))
  const { baseUrl } = await settings('live')
  const body = JSON.stringify(openapi({ baseUrl }))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = { 'Content-Type': 'application/json', ETag: etag, 'Cache-Control': 'no-cache' }
  // A proxy that compresses the answer makes the tag a weak one.
  return header(event, 'if-none-match')?.replace(/^W\//, '') === etag
    ? { statusCode: 304, headers, body: '' }
    : { statusCode: 200, headers, body }
})
