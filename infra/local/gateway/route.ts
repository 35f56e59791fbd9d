import type { FunctionRow } from '../../function-row.ts'

/** A function's route in the API: `/api/v1/payment_links/{id}`. */
export type Route = {
  method: string
  resource: string
  functionName: string
  streaming: boolean
}

export function routesOf(functions: Readonly<Record<string, FunctionRow>>): Route[] {
  return Object.entries(functions).flatMap(([functionName, { trigger }]): Route[] => {
    const route = trigger.kind === 'operator' ? trigger.route : trigger
    if (route === null || !('path' in route)) return []
    const { method, path } = route
    const streaming = 'streaming' in route && route.streaming === true
    return [{ method, resource: path, functionName, streaming }]
  })
}

export type RouteMatch =
  | { found: 'route'; route: Route; pathParameters: Record<string, string> | null }
  /** The path exists, but only with other methods. */
  | { found: 'path'; allow: readonly string[] }
  | { found: 'nothing' }
  | { found: 'malformed' }

/** Finds the route of a request. As in API Gateway, a literal segment takes precedence over a parameter. */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch {
  const segments = path.split('/')
  const onPath = routes
    .filter(({ resource }) => isMatch(resource.split('/'), segments))
    .toSorted((a, b) => parameterCount(a) - parameterCount(b))
  const [first] = onPath
  if (!first) return { found: 'nothing' }
  const alike = onPath.filter(({ resource }) => resource === first.resource)
  const route = alike.find((candidate) => candidate.method === method)
  if (!route) return { found: 'path', allow: alike.map((candidate) => candidate.method).sort() }
  const pathParameters = readParameters(route.resource.split('/'), segments)
  if (pathParameters === undefined) return { found: 'malformed' }
  const hasSome = Object.keys(pathParameters).length > 0
  return { found: 'route', route, pathParameters: hasSome ? pathParameters : null }
}

const parameter = /^\{(\w+)\}$/

function parameterCount({ resource }: Route): number {
  return resource.split('/').filter((segment) => parameter.test(segment)).length
}

function isMatch(resource: readonly string[], path: readonly string[]): boolean {
  if (resource.length !== path.length) return false
  return resource.every((part, index) =>
    parameter.test(part) ? path[index] !== '' : part === path[index],
  )
}

function readParameters(
  resource: readonly string[],
  path: readonly string[],
): Record<string, string> | undefined {
  try {
    const pairs = resource.flatMap((part, index) => {
      const name = parameter.exec(part)?.[1]
      return name ? [[name, decodeURIComponent(path[index] ?? '')]] : []
    })
    return Object.fromEntries(pairs)
  } catch {
    // Not valid percent-encoding.
    return undefined
  }
}
