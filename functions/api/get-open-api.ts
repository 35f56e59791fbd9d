import { entityTag, isKnownTag } from '../../shared/http/entity-tag.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { PageDecision, PageRequest } from '../../shared/kernel/operation/page-request.ts'
import { getOpenApi } from '../../shared/openapi/get-open-api.ts'
import { openapi } from '../../shared/openapi/openapi.ts'
import type { Settings } from '../../shared/records/settings/rules/settings.ts'
import { readingSettings } from '../../shared/records/settings/settings-of.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage({ ...getOpenApi, needs: readingSettings, run })

/** It only changes with a deployment, so callers may cache it. */
async function run(
  { settings }: { settings: (mode: Mode) => Promise<Settings> },
  { knownTag }: PageRequest<undefined>,
): Promise<PageDecision<Record<string, unknown>>> {
  const { baseUrl } = await settings('live')
  const result = openapi({ baseUrl })
  const caching = { tag: entityTag(JSON.stringify(result)), cacheControl: 'no-cache' }
  return isKnownTag(knownTag, caching.tag)
    ? { notModified: true, ...caching }
    : { result, ...caching }
}
