import { posix } from 'node:path'

/** A line of the threat model, and what is wrong with it. */
export type UntestedClaim = { line: number; problem: string }

const link = /\[([^\]]+)\]\(([^)#\s]+\.tsx?)\)/g

/** Tests are beside what they test, or in `test/` with what several files run. */
const isTest = (path: string) => /^test\/|\.test\.tsx?$/.test(path)

/**
 * Claims of the page at `path` that nothing tries: each item below **Cannot** has to link to a test by its title, and each
 * link to a test has to be to one that is there. `tests` has the texts of test files by path.
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

const calls = /^ *(?:it|test|describe)\b(?<kinds>[.\w]*)/gm

/** Whether a test that runs has the title as its first of several arguments, as `it`, `it.each(…)` and `describe` have. */
function hasTest(text: string | undefined, title: string): boolean {
  return ["'", '"', '`'].some((mark) => {
    const before = text?.split(`${mark}${title}${mark},`, 2)
    if (before?.length !== 2 || !before[0]?.trimEnd().endsWith('(')) return false
    const kinds = [...before[0].matchAll(calls)].at(-1)?.groups?.['kinds']
    return kinds !== undefined && !/skip|todo/.test(kinds)
  })
}
