/** A JSON value as text with sorted keys at every depth and without white space, as some providers sign it. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  // A map instead of an assignment, so that a key named __proto__ stays a key.
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]))
}
