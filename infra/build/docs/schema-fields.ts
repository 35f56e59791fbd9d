import { type Html, html } from '../../../shared/http/html.ts'
import { phrase } from './description-markup.ts'
import { type JsonSchema, nameOf, type OpenApiDocument, resolved } from './openapi-document.ts'

export type Field = { name: string; schema: JsonSchema; isRequired: boolean }

/** The fields of an object, also of one that has all fields of several. */
export function fieldsOf(api: OpenApiDocument, schema: JsonSchema): Field[] {
  const whole = resolved(api, schema)
  const own = Object.entries(whole.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: whole.required.includes(name),
  }))
  return [...(whole.allOf ?? []).flatMap((part) => fieldsOf(api, part)), ...own]
}

/** Each field with its type and what it means, and its own fields to unfold. */
export function fieldList(api: OpenApiDocument, fields: readonly Field[]): Html {
  return html`<dl class="fields">
${fields.map((field) => fieldRow(api, field))}</dl>`
}

function fieldRow(api: OpenApiDocument, { name, schema, isRequired }: Field): Html {
  const whole = resolved(api, schema)
  const inner = innerFields(api, whole)
  const facts = [
    typeOf(api, whole),
    ...(isRequired ? ['required'] : []),
    ...(whole.deprecated ? ['deprecated'] : []),
    ...limitsOf(api, whole),
  ]
  return html`<dt><code>${name}</code> <span>${facts.join(', ')}</span></dt>
<dd>${whole.description ? phrase(whole.description) : null}${
    inner.length > 0
      ? html`<details><summary>Fields of <code>${name}</code></summary>
${fieldList(api, inner)}</details>`
      : null
  }</dd>
`
}

/** Those of an object, of one that can be null, or of the items of a list. */
function innerFields(api: OpenApiDocument, schema: JsonSchema): Field[] {
  const { anyOf = [], items } = schema
  const parts = [schema, ...anyOf, ...(items ? [items] : [])]
  return parts.map((part) => fieldsOf(api, part)).find((fields) => fields.length > 0) ?? []
}

function typeOf(api: OpenApiDocument, given: JsonSchema): string {
  const schema = resolved(api, given)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) {
    return [...new Set(schema.anyOf.map((part) => typeOf(api, part)))].join(' or ')
  }
  if (schema.items)
    return `list of ${schema.items.$ref ? nameOf(schema.items.$ref) : typeOf(api, schema.items)}`
  if (schema.format === 'date-time') return 'time'
  return [schema.type ?? 'object'].flat().join(' or ')
}

function limitsOf(api: OpenApiDocument, schema: JsonSchema): string[] {
  const limited = [schema, ...(schema.anyOf ?? [])].map((part) => resolved(api, part))
  const longest = limited.find(({ maxLength }) => maxLength !== undefined)?.maxLength
  const { minimum, maximum } = schema
  return [
    ...(longest === undefined ? [] : [`at most ${longest} characters`]),
    ...(minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`]),
    ...(schema.default === undefined ? [] : [`otherwise ${JSON.stringify(schema.default)}`]),
  ]
}
