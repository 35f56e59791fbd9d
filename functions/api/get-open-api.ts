import { entityTag, isKnownTag } from '../../shared/http/entity-tag.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { PageDecision, PageRequestOf } from '../../shared/kernel/operation/page-request.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { getOpenApi } from '../../shared/openapi/get-open-api.ts'
import { openapi } from '../../shared/openapi/openapi.ts'
import type { Settings } from '../../shared/records/settings/rules/settings.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const services = { table, now: () => new Date(), settings: settingsOf(config, table) }
  return pageFunction(getOpenApi, run, services)
}

/** It only changes with a deployment, so callers may cache it. */
async function run(
  { settings }: { settings: (mode: Mode) => Promise<Settings> },
  { knownTag }: PageRequestOf<typeof getOpenApi>,
): Promise<PageDecision<Record<string, unknown>>> {
  const { baseUrl } = await settings('live')
  const result = openapi({ baseUrl })
  const caching = { tag: entityTag(JSON.stringify(result)), cacheControl: 'no-cache' }
  return isKnownTag(knownTag, caching.tag)
    ? { notModified: true, ...caching }
    : { result, ...caching }
}
