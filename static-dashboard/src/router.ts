import { computed, signal } from '@preact/signals'
import type { Mode } from '../../shared/kernel/mode.ts'
import { readStored, writeStored } from './stored.ts'

const root = '/dashboard'

/** Path below `/dashboard` and query of the current address. */
export const address = signal(readAddress())

function readAddress(): { path: string; query: URLSearchParams } {
  const { pathname, search } = window.location
  const path = pathname.startsWith(root) ? pathname.slice(root.length) : ''
  return { path: path.replace(/\/$/, '') || '/', query: new URLSearchParams(search) }
}

const storedMode: Mode = readStored('mode') === 'live' ? 'live' : 'test'
const lastMode = signal<Mode>(storedMode)

/** The mode of the page; on a page of both modes, the one that was shown last. */
export const mode = computed<Mode>(() => modeIn(address.value.path) ?? lastMode.value)

function modeIn(path: string): Mode | undefined {
  const [, first] = path.split('/')
  return first === 'live' || first === 'test' ? first : undefined
}

/** Goes to a page, such as `/test/keys`. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = root + path
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  arrive()
  window.scrollTo(0, 0)
}

/** Sets a part of the address's query, or removes it, and stays on the page. */
export function keepInAddress(name: string, value: string | null): void {
  const url = new URL(window.location.href)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  history.replaceState(null, '', url.pathname + url.search + url.hash)
  arrive()
}

function arrive(): void {
  address.value = readAddress()
  const found = modeIn(address.value.path)
  if (!found || found === lastMode.value) return
  lastMode.value = found
  writeStored('mode', found)
}

export function hrefOf(path: string): string {
  return root + path
}

/** Follows the browser's history, and opens links within the dashboard without loading the page again. */
export function startRouter(): void {
  arrive()
  window.addEventListener('popstate', arrive)
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isOwn(link, event)) return
    const { pathname, search, hash } = link
    // The browser goes to a part of the page by itself.
    if (hash !== '' && pathname + search === location.pathname + location.search) return
    event.preventDefault()
    if (pathname + search + hash !== location.pathname + location.search + location.hash) {
      navigate(pathname.slice(root.length) + search + hash)
    }
  })
}

function isOwn(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
  const isHere = link.origin === location.origin && /^\/dashboard(\/|$)/.test(link.pathname)
  return isPlain && isHere && !link.target && !link.hasAttribute('download')
}
