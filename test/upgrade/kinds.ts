import * as rows from '../../infra/operate/data/kind-of.ts'
import type { Key } from '../../shared/kernel/store/keys.ts'

/** Rows of one kind that differ in what they are: each has fixtures of its own. */
const variants: Readonly<Record<string, (key: Key) => string | undefined>> = {
  credential: ({ sk }) => sk.split('#')[0],
  providerReference: ({ pk }) => /provider-(\w+)#/.exec(pk)?.[1],
}

/** The kind of an item, and its variant if there are several. */
export function kindOf(key: Key): string {
  const kind = rows.kindOf(key)
  if (kind === undefined) throw new Error(`no kind of rows has the key ${key.pk} ${key.sk}`)
  return [kind, variants[kind]?.(key)].filter((part) => part !== undefined).join(' ')
}

/** Kinds that none of these is one of. */
export function missingKinds(present: Iterable<string>): string[] {
  const names = [...present]
  return rows.kindNames.filter(
    (kind) => !names.some((name) => name === kind || name.startsWith(`${kind} `)),
  )
}
