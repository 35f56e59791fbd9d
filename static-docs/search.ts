import MiniSearch from 'minisearch'

/** A section of a page, as the build writes it to `search.json`. */
type Section = { url: string; page: string; heading: string; text: string; weight: number }

const mostFound = 12

/** Shows the search field, which needs this script, and loads the search data when it is first used. */
export function offerSearch(document: Document): void {
  const search = document.querySelector('search')
  const field = search?.querySelector('input')
  const found = search?.querySelector('div')
  if (!search || !field || !found) return
  search.hidden = false
  let index: Promise<Index> | undefined
  const load = () => {
    index ??= loadIndex().catch((error: unknown) => {
      index = undefined
      throw error
    })
    return index
  }
  const show = async () => {
    const words = field.value.trim()
    try {
      const sections = words === '' ? null : (await load())(words)
      if (words === field.value.trim()) found.replaceChildren(...rowsOf(sections, words))
    } catch {
      found.replaceChildren('Search could not be loaded. Type again to retry.')
    }
    found.hidden = words === ''
  }
  // If it fails, typing says so.
  field.addEventListener('focus', () => void load().catch(() => undefined))
  field.addEventListener('input', show)
  search.addEventListener('keydown', (event) => moveThrough(event, { field, found }))
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !search.contains(target)) found.hidden = true
  })
}

type Index = (words: string) => Section[]

async function loadIndex(): Promise<Index> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`search.json: ${response.status}`)
  const sections: Section[] = await response.json()
  const index = new MiniSearch({
    fields: ['page', 'heading', 'text'],
    searchOptions: {
      boost: { heading: 4, page: 3 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      boostDocument: (id) => sections[Number(id)]?.weight ?? 1,
    },
  })
  // The beginning of a page has no other heading than the page's.
  index.addAll(
    sections.map((section, id) => ({ id, ...section, heading: section.heading || section.page })),
  )
  return (words) =>
    index
      .search(words)
      .flatMap(({ id }) => sections[id] ?? [])
      .slice(0, mostFound)
}

function rowsOf(sections: readonly Section[] | null, words: string): (string | Element)[] {
  if (sections === null) return []
  if (sections.length === 0) return [`Nothing was found for “${words}”.`]
  const list = document.createElement('ul')
  list.append(...sections.map((section) => rowOf(section, words)))
  return [list]
}

function rowOf({ url, page, heading, text }: Section, words: string): Element {
  const link = document.createElement('a')
  link.href = url
  const where = document.createElement('strong')
  where.textContent = heading === '' ? page : `${page}: ${heading}`
  const excerpt = document.createElement('span')
  excerpt.textContent = excerptOf(text, words)
  link.append(where, excerpt)
  const row = document.createElement('li')
  row.append(link)
  return row
}

const excerptLength = 140

/** The text around the first of the words, from the beginning of a word on. */
function excerptOf(text: string, words: string): string {
  const at = text.toLowerCase().indexOf((words.split(/\s+/)[0] ?? '').toLowerCase())
  const start = at < 40 ? 0 : text.indexOf(' ', at - 40) + 1
  const end = start + excerptLength
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

type Parts = { field: HTMLInputElement; found: HTMLElement }

/** Arrow keys move through the results, and Escape closes them. */
function moveThrough(event: KeyboardEvent, { field, found }: Parts): void {
  if (event.key === 'Escape') {
    found.hidden = true
    field.focus()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || found.hidden) return
  event.preventDefault()
  const stops: (Element | null)[] = [field, ...found.querySelectorAll('a')]
  const at = stops.indexOf(document.activeElement)
  const next = stops[Math.min(Math.max(at + step, 0), stops.length - 1)]
  if (next instanceof HTMLElement) next.focus()
}
