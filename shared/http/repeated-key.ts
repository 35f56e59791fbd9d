/** Matches whole strings, so that their content never counts as structure. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * The first key that an object in this valid JSON has twice, or undefined. `JSON.parse` would silently keep only the
 * last value, while another parser may keep the first.
 */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = []
  let latest = ''
  for (const [token] of json.matchAll(tokens)) {
    if (/[{[]/.test(token[0] ?? '')) open.push(new Set())
    if (/[}\]]/.test(token[0] ?? '')) open.pop()
    // Only a key is followed by a colon.
    if (token === ':' && isAgain(open.at(-1), latest)) return JSON.parse(latest)
    latest = token
  }
  return undefined
}

/** Adds a key, whatever its escapes, and returns whether it was there. */
function isAgain(keys: Set<string> | undefined, written: string): boolean {
  const key: string = JSON.parse(written)
  const isKnown = keys?.has(key) ?? false
  keys?.add(key)
  return isKnown
}
