import { WireError } from '../wire-error.ts'

/** dynalite's errors for callers carry the response they want; anything else stays what it is. */
export function asWireError(error: unknown): unknown {
  if (!(error instanceof Error) || !('body' in error) || !isBody(error.body)) return error
  const code = String(error.body['__type']).replace(/^.*#/, '')
  return new WireError(code, error.message, { body: error.body })
}

function isBody(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && '__type' in value
}
