import * as z from 'zod'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { UnreadableRow } from '../../shared/kernel/store/unreadable-rows.ts'
import { addition } from '../../shared/kernel/store/writes.ts'
import { readers } from './readers.ts'
import type { StoredItem } from './real-runs.ts'
import { isMap, stepOf } from './typed-paths.ts'

/** The values of an enumeration, and whether others are read, too. */
export const storedValues = z.record(
  z.string(),
  z.object({ values: z.array(z.string()), isOpen: z.boolean() }),
)

export type StoredValues = z.infer<typeof storedValues>

type Items = Readonly<Record<string, readonly StoredItem[]>>

/**
 * The enumerations of stored rows, by kind and path, as the readers of these sources find them: each text of an item in
 * turn is replaced by a number, and the schema that refuses it says which values it expects.
 */
export async function storedValuesOf(table: Table, items: Items): Promise<StoredValues> {
  const found: StoredValues = {}
  for (const [kind, ofKind] of Object.entries(items)) {
    for (const item of ofKind) {
      for (const { path, replaced } of withoutEachText(item)) {
        const expected = await expectedAt(table, kind, replaced)
        if (expected) found[`${kind} ${path}`] = expected
      }
    }
  }
  return found
}

/** Values that `own` stores and `other` can't read, as in `auditEntry action notices.add`. */
export function unreadValues(own: StoredValues, other: StoredValues): Unread[] {
  return Object.entries(own).flatMap(([of, { values }]) => {
    const known = other[of]
    if (!known || known.isOpen) return []
    return values.filter((value) => !known.values.includes(value)).map((value) => ({ of, value }))
  })
}

type Unread = { of: string; value: string }

async function expectedAt(table: Table, kind: string, item: StoredItem) {
  await transact(table, [addition(item)])
  try {
    await readers[kind]?.(table, { ...namesIn(item), item })
    return undefined
  } catch (error) {
    const { cause } = error instanceof UnreadableRow ? error : { cause: undefined }
    return cause instanceof z.ZodError ? expectedBy(cause.issues) : undefined
  } finally {
    await transact(table, [{ Delete: { Key: { pk: item.pk, sk: item.sk } } }])
  }
}

const issues = z.array(
  z.looseObject({
    code: z.string(),
    values: z.array(z.unknown()).optional(),
    expected: z.string().optional(),
    errors: z.array(z.array(z.unknown())).optional(),
  }),
)

/** Values that the schemas expect at the place of a refused one: several, if one of them is enough. */
function expectedBy(given: unknown): StoredValues[string] | undefined {
  const all = issues
    .parse(given)
    .flatMap((issue) => [issue, ...issues.parse(issue.errors?.flat() ?? [])])
  const values = all.flatMap((issue) => issue.values ?? []).map(String)
  const isOpen = all.some(({ code, expected }) => code === 'invalid_type' && expected === 'string')
  return values.length > 0 ? { values, isOpen } : undefined
}

type Replaced = { path: string; value: unknown }

function withoutEachText({ pk, sk, ...others }: StoredItem) {
  const own = Object.entries(others).filter(([name]) => !/[a-z](Pk|Sk)$/.test(name))
  return own.flatMap(([name, value]) =>
    replacements(value, stepOf('', name)).map(({ path, value: replacement }) => ({
      path,
      replaced: { pk, sk, ...others, [name]: replacement },
    })),
  )
}

/** The value once for each text in it, which is a number instead. */
function replacements(value: unknown, path: string): Replaced[] {
  if (typeof value === 'string') return [{ path, value: 0 }]
  if (Array.isArray(value)) {
    return value.flatMap((each, index) =>
      replacements(each, `${path}[]`).map((of) => ({ ...of, value: value.with(index, of.value) })),
    )
  }
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([name, each]) =>
    replacements(each, stepOf(path, name)).map((of) => ({
      ...of,
      value: { ...value, [name]: of.value },
    })),
  )
}

/** Keys are like `test#session#cs_…`, or `api-key#…` without a mode; a shard may follow. */
export function namesIn({ pk, sk }: StoredItem) {
  const [first = '', ...others] = pk.replace(/\/\d+$/, '').split('#')
  const mode = first === 'live' ? first : 'test'
  return { mode, id: others.at(-1) ?? '', sk } as const
}
