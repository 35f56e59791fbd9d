/** The text for a name that the service sent; undefined for one that only a newer release knows. */
export function knownText(
  texts: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined
}
