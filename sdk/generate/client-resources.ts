import { capitalize, type Operation } from './operations.ts'

const notice =
  '/* Generated from the OpenAPI document by `npm run sdk`; a test keeps it up to date. */'

/** One class per resource, and the class that holds one of each. */
export function clientResources(resources: ReadonlyMap<string, readonly Operation[]>): string {
  const types = new Set([...resources.values()].flat().flatMap(typesOf))
  const names = [...resources.keys()]
  return [
    notice,
    `import { type Call, type ReadOptions, type Send, type WriteOptions, pathOf } from '../call.ts'`,
    `import { type List, listOf } from '../list.ts'`,
    `import type { ${[...types].sort().join(', ')} } from './types.ts'`,
    '',
    ...Array.from(resources, ([name, operations]) => resourceClass(name, operations)),
    'export class Resources {',
    ...names.map((name) => `  readonly ${name}: ${capitalize(name)}`),
    '  constructor(send: Send) {',
    ...names.map((name) => `    this.${name} = new ${capitalize(name)}(send)`),
    '  }',
    '}',
    '',
  ].join('\n')
}

function typesOf({ typeName, body, query, response, isList }: Operation): string[] {
  return [
    ...(body ? [`${typeName}Body`] : []),
    ...(query.length ? [`${typeName}Query`] : []),
    ...(isList ? [itemOf(response), response] : [response]),
  ]
}

function itemOf(list: string): string {
  return list.replace(/List$/, '')
}

/** Resources with more methods in a handwritten file. */
const extended: ReadonlySet<string> = new Set(['events'])

function resourceClass(name: string, operations: readonly Operation[]): string {
  return [
    `${extended.has(name) ? 'export ' : ''}class ${capitalize(name)} {`,
    '  readonly #send: Send',
    '  constructor(send: Send) {',
    '    this.#send = send',
    '  }',
    ...operations.map(methodOf),
    '}',
    '',
  ].join('\n')
}

function methodOf(operation: Operation): string {
  const { method, path, verb, typeName, body, query, response, isIdempotent, isList } = operation
  const hasId = path.includes('{id}')
  const options = isIdempotent ? 'WriteOptions' : 'ReadOptions'
  const parameters = [
    ...(hasId ? ['id: string'] : []),
    ...(body ? [`body: ${typeName}Body`] : []),
    ...(query.length ? [`query: ${typeName}Query = {}`] : []),
    `options: ${options} = {}`,
  ]
  const call = [
    `method: '${verb.toUpperCase()}'`,
    `path: ${hasId ? `pathOf('${path}', id)` : `'${path}'`}`,
    ...(body ? ['body'] : []),
    ...(query.length ? ['query'] : []),
    'options',
  ].join(', ')
  const returns = isList ? `List<${itemOf(response)}, ${response}>` : `Promise<${response}>`
  const run = isList
    ? `return listOf(this.#send, { ${call} })`
    : `const call: Call = { ${call} }\n    return this.#send(call)`
  return [
    '',
    comment(operation),
    `  ${method}(${parameters.join(', ')}): ${returns} {`,
    `    ${run}`,
    '  }',
  ].join('\n')
}

function comment({ summary, description }: Operation): string {
  const lines = [`${summary}.`, ...description.split('\n').filter(Boolean)]
  return ['  /**', ...lines.map((line) => `   * ${line}`), '   */'].join('\n')
}
