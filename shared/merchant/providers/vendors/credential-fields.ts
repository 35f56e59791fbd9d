import * as z from 'zod'
import { pem, secret } from './wire-parts.ts'

/** A field of credentials, as an operator fills it in: a masked one, a key of several lines, or plain text. */
export type CredentialField = {
  name: string
  kind: 'secret' | 'pem' | 'text'
  isRequired: boolean
}

/** The fields of credentials. Of a choice between two kinds of account, none is required by itself. */
export function credentialFields(credentials: z.ZodType): CredentialField[] {
  if (credentials instanceof z.ZodObject) return Object.entries(credentials.shape).map(fieldOf)
  if (!(credentials instanceof z.ZodUnion)) return []
  const all = credentials.options.flatMap((option) =>
    option instanceof z.ZodType ? credentialFields(option) : [],
  )
  const names = new Set(all.map(({ name }) => name))
  return [...names].flatMap((name) => {
    const same = all.filter((field) => field.name === name)
    const [field] = same
    return field ? [{ ...field, isRequired: same.length === credentials.options.length }] : []
  })
}

function fieldOf([name, schema]: [string, unknown]): CredentialField {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const isRequired = schema instanceof z.ZodType && !schema.safeParse(undefined).success
  const masked = isKind(inner, secret) ? 'secret' : 'text'
  return { name, kind: isKind(inner, pem) ? 'pem' : masked, isRequired }
}

/** Also with further rules. */
function isKind(schema: unknown, kind: z.ZodLazy): boolean {
  return schema instanceof z.ZodLazy && schema.def.getter === kind.def.getter
}
