export type Route =
  | { kind: 'link'; slug: string; prefillEmail?: string }
  | { kind: 'session'; id: string }
  | { kind: 'unknown' }

/** No email is longer, and the service rejects a body that is much longer. */
const maxEmailLength = 254

export function routeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Route {
  const [, slug] = /^\/l\/([^/]+)\/?$/.exec(pathname) ?? []
  if (slug) return { kind: 'link', slug, ...prefill(search) }
  const [, id] = /^\/checkout\/([^/]+)\/?$/.exec(pathname) ?? []
  return id ? { kind: 'session', id } : { kind: 'unknown' }
}

export function openingJson({ prefillEmail }: { prefillEmail?: string | undefined }): object {
  return prefillEmail ? { prefillEmail } : {}
}

/** The service validates the email. */
function prefill(search: string): { prefillEmail?: string } {
  const prefillEmail = new URLSearchParams(search).get('prefill_email')?.trim() ?? ''
  return prefillEmail && prefillEmail.length <= maxEmailLength ? { prefillEmail } : {}
}
