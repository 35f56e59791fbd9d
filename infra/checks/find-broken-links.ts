import { posix } from 'node:path'

/** A link of a page to a file or heading that is not there. */
export type BrokenLink = { path: string; target: string }

const withoutCode = (markdown: string) => markdown.replaceAll(/^```[\s\S]*?^```/gm, '')

/** The anchors of a page: what GitHub makes of its headings, and what is named in place. */
function anchorsOf(markdown: string): string[] {
  const named = [...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, name = '']) => name)
  const headings = [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
  return [...named, ...headings]
}

/** Broken links between the pages, whose texts are by path; `paths` are all files and folders of the repository. */
export function findBrokenLinks(
  pages: ReadonlyMap<string, string>,
  paths: ReadonlySet<string>,
): BrokenLink[] {
  return [...pages].flatMap(([path, text]) => {
    const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
    const own = targets.filter((target) => !/^[a-z]+:/.test(target))
    return own.flatMap((target) => {
      const [file = '', anchor] = target.split('#')
      const linked = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '')
      const page = pages.get(linked)
      const isThere = paths.has(linked) && (!anchor || !page || anchorsOf(page).includes(anchor))
      return isThere ? [] : [{ path, target }]
    })
  })
}
