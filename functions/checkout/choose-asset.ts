import { chooseAsset } from '../../shared/checkout-sessions/choose-asset.ts'
import { chooseAssetBody } from '../../shared/checkout-sessions/wire/checkout.ts'
import { jsonResponse } from '../../shared/http/http-message.ts'
import { jsonBody } from '../../shared/http/json-body.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { movingSessions } from '../deps/moving-sessions.ts'
import { pricing } from '../deps/pricing.ts'
import { pageHandler } from '../handlers/page-handler.ts'

const moving = movingSessions()
const deps = { ...moving, ...pricing(moving) }

/** The page's coin picker. It scans, so it may find the payment that somebody says they have not made. */
export const handler = pageHandler(async (event) => {
  const { chainId, asset } = parseWith(chooseAssetBody, jsonBody(event))
  const view = await chooseAsset(deps, { id: event.pathParameters?.['id'] ?? '', chainId, asset })
  return jsonResponse(200, JSON.stringify(view))
})
