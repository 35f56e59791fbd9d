/** Shorter parts of a path, such as `v2`, are no keys. */
const minLength = 6

/**
 * Replaces everything in an error's texts, and in those of its causes, that could be a key of the URL: providers put keys
 * into paths and queries, and may repeat them in their messages.
 */
export function hideSecrets(error: unknown, url: string): void {
  const secrets = secretsOf(new URL(url))
  const hidden = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  for (let at = error; at instanceof Error; at = at.cause) {
    for (const name of Object.getOwnPropertyNames(at)) {
      const value: unknown = Reflect.get(at, name)
      if (typeof value === 'string') Reflect.set(at, name, hidden(value))
      if (Array.isArray(value)) {
        const texts = value.map((one) => (typeof one === 'string' ? hidden(one) : one))
        Reflect.set(at, name, texts)
      }
    }
  }
}

/** The longest first, because one may be part of another. */
function secretsOf({ pathname, search, searchParams, hash }: URL): string[] {
  const parts = [pathname, search, hash, ...pathname.split('/'), ...searchParams.values()]
  const spelled = parts.flatMap((part) => [part, decoded(part)])
  return [...new Set(spelled)]
    .filter(({ length }) => length >= minLength)
    .toSorted((a, b) => b.length - a.length)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
