import { WireError } from '../wire-error.ts'

/** Converts dynalite's errors for callers, which contain the response body; returns anything else unchanged. */
export function asWireError(error: unknown): unknown {
  if (!(error instanceof Error) || !('body' in error) || !isBody(error.body)) return error
  const code = String(error.body['__type']).replace(/^.*#/, '')
  return new WireError(code, error.message, { body: error.body })
}

function isBody(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && '__type' in value
}
