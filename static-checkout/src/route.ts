/** Which of the two pages an address asks for. */
export type Route =
  | { kind: 'link'; slug: string }
  | { kind: 'session'; id: string }
  | { kind: 'unknown' }

export function routeOf(pathname: string): Route {
  const [, slug] = /^\/l\/([^/]+)\/?$/.exec(pathname) ?? []
  if (slug) return { kind: 'link', slug }
  const [, id] = /^\/checkout\/([^/]+)\/?$/.exec(pathname) ?? []
  return id ? { kind: 'session', id } : { kind: 'unknown' }
}
