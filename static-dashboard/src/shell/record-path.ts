/** The address of a record of a page, below `/dashboard`. */
export function recordPath(name: string, mode: string, id: string): string {
  return `/${mode}/${name}/${encodeURIComponent(id)}`
}
