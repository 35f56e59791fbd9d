/** More than any documented body has. Whatever walks a parsed value may call itself this often. */
const maxDepth = 32

/** The value of a JSON text; undefined if it isn't valid JSON, or is nested more than 32 levels deep. */
export function parseJson(rawBody: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(rawBody))
    return isDeeperThan(maxDepth, value) ? undefined : value
  } catch {
    return undefined
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}
