/** A value for each name of a table, made from the one that it has. */
export function mapNames<Name extends string, From, To>(
  table: Readonly<Record<Name, From>>,
  make: (from: From) => To,
): Record<Name, To>
export function mapNames(
  table: Readonly<Record<string, unknown>>,
  make: (from: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, from]) => [name, make(from)]))
}

/** The names of a table, in their order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[]
export function namesOf(table: object): string[] {
  return Object.keys(table)
}
