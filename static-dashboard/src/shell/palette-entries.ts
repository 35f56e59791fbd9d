import { useEffect, useState } from 'preact/hooks'
import type { Mode } from '../../../shared/kernel/mode.ts'
import type { IconName } from '../parts/icon.tsx'
import { call } from '../service/call.ts'
import { text } from '../texts/text.ts'
import { pages, pathOf } from './pages.ts'

/** Something that the palette can open. */
export type Entry = { id: string; icon: IconName; title: string; detail?: string; path: string }

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

const shortest = 3
const pauseMs = 200

/** What the service finds; nothing while less than an id is typed. */
export function useFound(mode: Mode, query: string): { entries: Entry[]; isBusy: boolean } {
  const [state, setState] = useState<{ entries: Entry[]; isBusy: boolean }>({
    entries: [],
    isBusy: false,
  })
  const wanted = query.trim()
  useEffect(() => {
    setState({ entries: [], isBusy: wanted.length >= shortest })
    if (wanted.length < shortest) return
    let isLatest = true
    const timer = window.setTimeout(async () => {
      const result = await call('search', { mode, query: wanted })
      if (!isLatest) return
      const found = result.kind === 'ok' ? result.output.results : []
      setState({ entries: found.map((each) => entryOf(mode, each)), isBusy: false })
    }, pauseMs)
    return () => {
      isLatest = false
      window.clearTimeout(timer)
    }
  }, [mode, wanted])
  return state
}

type Found = { kind: string; id: string; title: string; detail: string }

function entryOf(mode: Mode, { kind, id, title, detail }: Found): Entry {
  const icons: Readonly<Record<string, IconName>> = {
    session: 'payout',
    customer: 'person',
    key: 'key',
    endpoint: 'webhook',
  }
  return {
    id: `entry-${id}`,
    icon: icons[kind] ?? 'list',
    title,
    detail,
    path: `/${mode}/${kind}s/${id}`,
  }
}
