export function linkPath(slug: string): string {
  return `/api/checkout/links/${encodeURIComponent(slug)}`
}

/** Where a session is created for a visitor of the link. */
export function openingPath(slug: string): string {
  return `${linkPath(slug)}/sessions`
}

export function sessionPath(id: string): string {
  return `/api/checkout/sessions/${encodeURIComponent(id)}`
}
