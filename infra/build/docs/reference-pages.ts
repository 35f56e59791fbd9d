import { apiDocument, capitalize } from '../../../sdk/generate/operations.ts'
import { type Html, html } from '../../../shared/http/html.ts'
import { eventExampleOf, eventSummaryOf } from '../../../shared/openapi/event-examples.ts'
import { eventTypes } from '../../../shared/records/outbox/rules/event.ts'
import { paragraphs } from './description-markup.ts'
import { codeBlock } from './guide-markup.ts'
import {
  type DescribedOperation,
  exampleOf,
  type JsonSchema,
  nameOf,
  type OpenApiDocument,
  openApiDocument,
  resolved,
} from './openapi-document.ts'
import { type SitePage, urlOfPage } from './page-layout.ts'
import { clientMethods, clientSample, curlSample } from './request-samples.ts'
import { fieldList, fieldsOf } from './schema-fields.ts'

/** Generates the API reference from its description, a page for each kind of resource. */
export function referencePages(description: unknown): SitePage[] {
  const api = openApiDocument.parse(description)
  const reference = { api, methods: clientMethods(apiDocument.parse(description)) }
  const operations = operationsOf(api)
  return api.tags.flatMap(({ name, description: purpose }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name)
    const body = name === 'Webhooks' ? webhooks() : operationsBody(reference, own)
    const page = { name: `api/${fileName(name)}`, title: name, purpose }
    return [
      {
        ...page,
        body: html`<h1 id="top">${name}</h1>
<p>${purpose}</p>
${body}`,
      },
    ]
  })
}

function fileName(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

type Described = { verb: string; path: string; operation: DescribedOperation }

function operationsOf(api: OpenApiDocument): Described[] {
  return Object.entries(api.paths).flatMap(([path, byVerb]) =>
    Object.entries(byVerb).map(([verb, operation]) => ({ verb, path, operation })),
  )
}

type Reference = { api: OpenApiDocument; methods: ReturnType<typeof clientMethods> }

function operationsBody(reference: Reference, described: readonly Described[]): Html {
  const objects = new Map<string, JsonSchema>()
  for (const { operation } of described) {
    const name = itemName(reference.api, successOf(operation).schema)
    const schema = reference.api.components.schemas[name]
    if (schema?.properties) objects.set(name, schema)
  }
  return html`${described.map((each) => operationSection(reference, each))}
${Array.from(objects, ([name, schema]) => objectSection(reference, name, schema))}`
}

function operationSection(reference: Reference, { verb, path, operation }: Described): Html {
  const { operationId, summary, description, parameters, requestBody } = operation
  const content = requestBody?.content['application/json']
  return html`<section>
<h2 id="${operationId}">${summary}</h2>
<p class="route"><b>${verb.toUpperCase()}</b> <code>/api/v1${path}</code></p>
${paragraphs(description)}
${parameterList(reference, parameters)}
${
  content
    ? html`<h3>Body</h3>
${fieldList(reference.api, fieldsOf(reference.api, content.schema))}`
    : null
}
${samples(reference, { verb, path, operation })}
${response(reference, operation)}
${errors(reference, operation)}
</section>`
}

function parameterList(
  { api }: Reference,
  parameters: DescribedOperation['parameters'],
): Html | null {
  const shown = parameters.filter((parameter) => parameter.in !== 'path')
  if (shown.length === 0) return null
  return html`<h3>Parameters</h3>
${fieldList(
  api,
  shown.map(({ name, description, schema, required }) => ({
    name,
    schema: { ...schema, description },
    isRequired: required,
  })),
)}`
}

/** Before an API key exists, nothing is called but the description. */
function samples({ api, methods }: Reference, { verb, path, operation }: Described): Html {
  const body = operation.requestBody?.content['application/json'].example
  const id = path.includes('{id}') ? exampleId(api, path) : null
  const request = { verb, path, id, body }
  const method = methods.get(capitalize(operation.operationId))
  return html`<h3>Example</h3>
<div class="samples">
${codeBlock(curlSample(request), 'curl')}
${method ? codeBlock(clientSample(method, request), 'ts') : null}
</div>`
}

/** The id of the resource that the path begins with, from the example of the operation that retrieves it. */
function exampleId(api: OpenApiDocument, path: string): string {
  const start = path.slice(0, path.indexOf('{id}') + '{id}'.length)
  const retrieve = api.paths[start]?.['get']
  const example = retrieve ? exampleOf(api, successOf(retrieve).schema) : {}
  return Object(example).id
}

function successOf(operation: DescribedOperation) {
  const [status = '', found] =
    Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const schema = found?.content?.['application/json'].schema
  if (!schema) throw new Error(`${operation.operationId} responds with something`)
  return { status, schema }
}

function response({ api }: Reference, operation: DescribedOperation): Html {
  const { status, schema } = successOf(operation)
  const name = itemName(api, schema)
  const isList = name !== nameOf(schema.$ref ?? '')
  return html`<h3>Response</h3>
<p>${status}, with ${isList ? 'a page of' : 'a'} <a href="#${name}">${name}</a>:</p>
${codeBlock(JSON.stringify(exampleOf(api, schema), null, 2), 'json')}`
}

/** For a list, the name of its items. */
function itemName(api: OpenApiDocument, schema: JsonSchema): string {
  const item = resolved(api, schema).properties?.['data']?.items?.$ref
  return nameOf(item ?? schema.$ref ?? '')
}

function objectSection({ api }: Reference, name: string, schema: JsonSchema): Html {
  return html`<section>
<h2 id="${name}">The ${name} object</h2>
${fieldList(api, fieldsOf(api, schema))}
</section>`
}

/** The codes of each status with an example response; the guide to errors says what to do. */
function errors({ api }: Reference, operation: DescribedOperation): Html {
  const failures = Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status))
  return html`<h3>Errors</h3>
${failures.map(([status, { $ref, description }]) => {
  const codes = [...description.matchAll(/\w+/g)].map(([code]) => code)
  const examples =
    api.components.responses[nameOf($ref ?? '')]?.content?.['application/json'].examples
  return html`<details class="error">
<summary>${status} ${codes.map((code) => html`<code>${code}</code> `)}</summary>
${codes.map(
  (code) => html`<p><a href="${urlOfPage('errors')}#${code}">${code}</a></p>
${examples?.[code] ? codeBlock(JSON.stringify(examples[code].value, null, 2), 'json') : null}`,
)}</details>
`
})}`
}

function webhooks(): Html {
  return html`<p>Each request is signed. <a href="${urlOfPage('webhooks')}">Webhooks</a> says how to verify them, and how to respond.</p>
${eventTypes.map(
  (type) => html`<section>
<h2 id="${type}">${type}</h2>
<p>${eventSummaryOf(type)}.</p>
${codeBlock(JSON.stringify(eventExampleOf(type), null, 2), 'json')}
</section>
`,
)}`
}
