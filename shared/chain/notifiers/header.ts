/** The value of a header, whatever its case; empty if there is none. */
export function headerOf(
  headers: Readonly<Record<string, string | undefined>>,
  name: string,
): string {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return value ?? ''
}
