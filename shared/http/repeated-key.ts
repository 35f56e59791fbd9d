/** Strings whole, so that what stands inside them is never taken for structure. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * The first key that an object of this valid JSON has twice, or undefined. `JSON.parse` would keep the last value and
 * lose the others without a word; another reader of the same text may keep the first.
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

/** Notes a key as it is written, whatever its escapes, and tells whether it was there. */
function isAgain(keys: Set<string> | undefined, written: string): boolean {
  const key: string = JSON.parse(written)
  const isKnown = keys?.has(key) ?? false
  keys?.add(key)
  return isKnown
}
