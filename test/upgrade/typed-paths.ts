/** Marks an attribute that another version may add to any map. */
export const mark = 'addedLater'

type Visit = (path: string, value: unknown) => void

/** The path of a map's value. Names that are data, such as a chain's id or a currency, become `*`. */
export function stepOf(path: string, name: string): string {
  const step = /^\d|^0x|^[A-Z]{3}$/.test(name) ? '*' : name
  return path ? `${path}.${step}` : step
}

/** Visits an item's values, depth first. */
function visit(value: unknown, visitor: Visit, path = ''): void {
  visitor(path, value)
  if (Array.isArray(value)) for (const each of value) visit(each, visitor, `${path}[]`)
  if (!isMap(value)) return
  for (const [name, each] of Object.entries(value)) visit(each, visitor, stepOf(path, name))
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value?.constructor === Object
}

const sealedNames = ['ciphertext', 'iv', 'tag', 'wrappedKey']

/** A text that was sealed. */
export function isSealed(map: Record<string, unknown>): boolean {
  return sealedNames.every((name) => name in map)
}

/** Every path of an item with the type of its value: what a reader of another version has to expect. */
export function typedPaths(item: unknown): Set<string> {
  const paths = new Set<string>()
  visit(item, (path, value) => paths.add(`${path}: ${typeOf(value)}`))
  return paths
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Set) return 'set'
  return value instanceof Uint8Array ? 'bytes' : typeof value
}

/** Without marks. */
export function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked)
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, unmarked(each)]))
  if (!isMap(value)) return value
  const entries = Object.entries(value).filter(([name]) => name !== mark)
  return Object.fromEntries(entries.map(([name, each]) => [name, unmarked(each)]))
}
