import { describeApi } from './describe-api.ts'
import type { Json } from './openapi-schemas.ts'

/** The OpenAPI 3.1 description of the API at `baseUrl`. */
export function openapi({ baseUrl }: { baseUrl: string }): Json {
  return { ...describeApi(), servers: [{ url: `${baseUrl}/api/v1` }] }
}
