import type { Mode } from '../../../shared/kernel/mode.ts'
import type { IconName } from '../parts/icon.tsx'
import { text } from '../texts/text.ts'
import { pages, pathOf } from './pages.ts'

/** Something that the palette can open. */
export type Entry = { id: string; icon: IconName; title: string; path: string }

/** The pages whose name has the words that were typed. */
export function pageEntries(mode: Mode, query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return pages
    .map((page) => ({
      id: `entry-${page.name}`,
      icon: page.icon,
      title: text.pages[page.name],
      path: pathOf(page, mode),
    }))
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
}
