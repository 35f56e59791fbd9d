import { useEffect } from 'preact/hooks'

const steps: Readonly<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  j: 'nextElementSibling',
  k: 'previousElementSibling',
}

/** J and K move the focus from row to row; Enter then opens the row, because its link has the focus. */
export function useRowKeys(body: { current: HTMLElement | null }): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step || isTyping(event)) return
      const row = document.activeElement?.closest('tr')
      const next = row && body.current?.contains(row) ? row[step] : firstInView(body.current)
      const link = next?.querySelector<HTMLElement>('a.hit')
      if (!link) return
      event.preventDefault()
      link.focus()
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [])
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return true
  return target instanceof Element && target.closest('input, select, textarea') !== null
}

function firstInView(body: HTMLElement | null): Element | undefined {
  const rows = [...(body?.querySelectorAll('tr[data-index]') ?? [])]
  return rows.find((row) => row.getBoundingClientRect().top >= 0)
}
