import { posix } from 'node:path'

export type UntestedClaim = { line: number; problem: string }

const link = /\[([^\]]+)\]\(([^)#\s]+\.tsx?)\)/g

/** Tests are next to the code they test, or in `test/` if they cover several files. */
const isTest = (path: string) => /^test\/|\.test\.tsx?$/.test(path)

/**
 * Returns claims of the page at `path` that no test covers: each item below **Cannot** has to link to a test by its
 * title, and each link to a test has to be to one that exists. `tests` has the texts of test files by path.
 */
export function findUntestedClaims(
  path: string,
  page: string,
  tests: ReadonlyMap<string, string>,
): UntestedClaim[] {
  let isCannot = false
  return itemsOf(page).flatMap(({ line, text }) => {
    isCannot = text.startsWith('- ') ? isCannot : text.startsWith('**Cannot**')
    const linked = [...text.matchAll(link)].map(([, title = '', target = '']) => ({
      title,
      file: posix.join(posix.dirname(path), target),
    }))
    const named = linked.filter(({ file }) => isTest(file))
    const unnamed = isCannot && text.startsWith('- ') && named.length === 0
    return [
      ...(unnamed ? [{ line, problem: 'names no test that tries it' }] : []),
      ...named
        .filter(({ title, file }) => !hasTest(tests.get(file), title))
        .map(({ title, file }) => ({ line, problem: `${file} has no test called "${title}"` })),
    ]
  })
}

/** Paragraphs and items of lists, each joined to one line. */
function itemsOf(page: string): { line: number; text: string }[] {
  const items: { line: number; text: string }[] = []
  let isOpen = false
  for (const [index, text] of page.split('\n').entries()) {
    const last = items.at(-1)
    if (text.trim() === '') isOpen = false
    else if (isOpen && last && !text.startsWith('- ')) last.text += ` ${text.trim()}`
    else {
      items.push({ line: index + 1, text })
      isOpen = true
    }
  }
  return items
}

const calls = /^(?<indent> *)(?<name>it|test|describe)\b(?<kinds>[.\w]*)/gm

/** Modifiers that skip a test, run it only sometimes, or expect it to fail. */
const notRun = /\.(skip|todo|fails|runIf)/

const options = /^\s*\{[^}]*\b(skip|todo|fails)\b/

/**
 * Whether a test that always runs has the title as its first of several arguments, as `it`, `it.each(…)` and `describe` have.
 * Indentation says which groups it is in.
 */
function hasTest(text: string | undefined, title: string): boolean {
  return ["'", '"', '`'].some((mark) => {
    const [before, after] = text?.split(`${mark}${title}${mark},`, 2) ?? []
    if (after === undefined || !before?.trimEnd().endsWith('(')) return false
    const kinds = kindsAround(before)
    return kinds.length > 0 && !kinds.some((kind) => notRun.test(kind)) && !options.test(after)
  })
}

/** Modifiers of the last call before the end of the text, such as `.each`, and of the groups that are open there. */
function kindsAround(text: string): string[] {
  const [call, ...earlier] = [...text.matchAll(calls)].reverse()
  if (!call) return []
  const around = [call]
  for (const each of earlier) {
    const inner = around.at(-1) ?? call
    if (each.groups?.['name'] !== 'describe' || indentOf(each) >= indentOf(inner)) continue
    const isClosed = new RegExp(`^ {${indentOf(each)}}\\}?\\)$`, 'm')
    if (!isClosed.test(text.slice(each.index))) around.push(each)
  }
  return around.map(({ groups }) => groups?.['kinds'] ?? '')
}

function indentOf({ groups }: RegExpExecArray): number {
  return groups?.['indent']?.length ?? 0
}
