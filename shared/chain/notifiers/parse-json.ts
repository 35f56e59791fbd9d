/** The value of a JSON text; undefined if it isn't valid JSON. */
export function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody))
  } catch {
    return undefined
  }
}
