const mostCharacters = 2_000

/**
 * Patterns that must not appear in a log, and their replacements. The order matters: earlier patterns are more
 * specific.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  // JSON.parse quotes the text that it couldn't parse.
  [/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON/gs, ', … is not valid JSON'],
  [/\b((?:request|response) (?:body|arguments)|raw call arguments):.*?(?=\n\s*\n|$)/gis, '$1: …'],
  [/\{\s*".*\}/gs, '{…}'],
  [/\b(authorization|cookie|x-amz-security-token)("?\s*[:=]\s*)[^\n]+/gi, '$1$2…'],
  [/\b(bearer\s+)\S+/gi, '$1…'],
  // Paths may hold keys, both of RPC URLs and of webhook endpoints.
  [/\b((?:https?|wss?):\/\/)(?:[^\s/?#"'<>]*@)?([^\s/?#"'<>()\\,;]+)[^\s"'<>()]*/gi, '$1$2'],
  [/\b(ck_(?:live|test)_\w{8})\w+/g, '$1…'],
  [/\b(whsec_)[\w+/=-]+/g, '$1…'],
  [/\b(?:[a-z]{3,8}[\s,"']+){11,}[a-z]{3,8}\b/gi, '…'],
  [/[^\s@"<>(),;:]{1,64}(?:@|%40)[^\s@"'<>(),;:/]+\.\p{L}{2,}/giu, '…'],
  [/(?<![\w:.])(?=(?:[\da-f]*:){6}[\da-f]+[:.]|[\da-f:]*::)[\da-f:.]{3,}/gi, '…'],
  // Loopback addresses identify nobody.
  [/(?<![\d.])(?!127\.)\d{1,3}(?:\.\d{1,3}){3}/g, '…'],
  [/\b(0x[\da-f]{4})[\da-f]{28,}/gi, '$1…'],
  [/(?<![\w+/-])(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])(?=[\w+/-]*\d)[A-Za-z\d+/]{40,}={0,2}/g, '…'],
  [/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*\d)(?!(?:[\da-f]+-){4}[\da-f]{12}\b)[\w-]{32,}/gi, '…'],
]

/**
 * Returns the text without anything that looks like a key, a secret, a body, or an address of a person, host or
 * account. This is the second line of defense; the first is `Facts`.
 */
export function redact(text: string): string {
  // Longer than what is kept, so that no secret is cut in half before it is recognized.
  let safe = text.slice(0, 2 * mostCharacters)
  for (const [pattern, instead] of rules) safe = safe.replaceAll(pattern, instead)
  return safe.length > mostCharacters ? `${safe.slice(0, mostCharacters)}…` : safe
}
