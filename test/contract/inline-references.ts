import * as z from 'zod'

const node = z.looseObject({ $ref: z.string().optional() })

/** Returns a schema of the document with its references replaced by the schemas they name. */
export function inlineReferences(
  value: unknown,
  named: Readonly<Record<string, unknown>>,
): unknown {
  if (Array.isArray(value)) return value.map((each) => inlineReferences(each, named))
  const parsed = node.safeParse(value)
  if (!parsed.success) return value
  const { $ref, ...rest } = parsed.data
  const entries = Object.entries(rest).map(([name, inner]) => [
    name,
    inlineReferences(inner, named),
  ])
  if ($ref === undefined) return Object.fromEntries(entries)
  const target = inlineReferences(named[$ref.slice($ref.lastIndexOf('/') + 1)], named)
  return { ...node.parse(target), ...Object.fromEntries(entries) }
}
