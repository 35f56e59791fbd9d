type State = Readonly<Record<string, unknown>> | null

/** What differs between two states of the same thing: name, and "before → after", with – for what is not there. */
export function changedValues(before: State, after: State): [string, string][] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name): [string, string, string] => [name, shown(before?.[name]), shown(after?.[name])])
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => [name, `${was} → ${is}`])
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
