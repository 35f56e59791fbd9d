import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { Icon } from './icon.tsx'

const shown = signal<readonly { id: number; words: string }[]>([])
let count = 0

const shownMs = 5_000

/** Confirms an action. Nothing that must be read may be a toast alone. */
export function toast(words: string): void {
  const id = ++count
  shown.value = [...shown.value, { id, words }]
  window.setTimeout(() => {
    shown.value = shown.value.filter((each) => each.id !== id)
  }, shownMs)
}

export function Toasts(): VNode {
  return (
    <div class="toasts" role="status">
      {shown.value.map(({ id, words }) => (
        <p key={id}>
          <Icon name="check" small />
          {words}
        </p>
      ))}
    </div>
  )
}
