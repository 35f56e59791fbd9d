/** A part of a page that search finds and the page's contents name; the first one has the page's own heading. */
export type PageSection = { level: number; id: string; heading: string; text: string }

const heading = /<h([1-3])(?: id="([^"]*)")?>(.*?)<\/h\1>/g

/** The sections of a page by its headings with an id, with their text as it is read, but for samples. */
export function pageSections(markup: string): PageSection[] {
  const found = [...markup.matchAll(heading)].filter(([, , id]) => id !== undefined)
  return found.map((match, at) => {
    const [whole, level = '', id = '', name = ''] = match
    const text = markup.slice(match.index + whole.length, found[at + 1]?.index)
    return { level: Number(level), id, heading: textOf(name), text: textOf(text) }
  })
}

function textOf(markup: string): string {
  const prose = markup.replace(/<figure[\s\S]*?<\/figure>/g, ' ')
  const plain = prose.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, character)
  return plain.replace(/\s+/g, ' ').trim()
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function character(reference: string, name: string): string {
  if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
  return named[name] ?? reference
}
