const maxLength = 100

/** A field's name as messages and `param` show it: `amount.value`. Truncated, because callers choose the names. */
export function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (part === '' ? '""' : String(part))).join('.')
  return name.length > maxLength ? `${name.slice(0, maxLength).toWellFormed()}…` : name
}
