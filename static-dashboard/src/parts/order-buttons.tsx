import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { instance } from '../texts/instance/instance.ts'
import { Icon } from './icon.tsx'
import './order-buttons.css'

type Props = { name: string; onMove: (by: -1 | 1) => void }

export function OrderButtons({ name, onMove }: Props): VNode {
  return (
    <div class="actions">
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          class={by < 0 ? 'icon-button up' : 'icon-button'}
          aria-label={fill(by < 0 ? instance.settings.moveUp : instance.settings.moveDown, {
            name,
          })}
          onClick={() => onMove(by)}
        >
          <Icon name="down" />
        </button>
      ))}
    </div>
  )
}

/** The list with one entry moved by some places. */
export function moved<Entry>(list: readonly Entry[], entry: Entry, by: number): Entry[] {
  const from = list.indexOf(entry)
  const to = Math.max(0, Math.min(list.length - 1, from + by))
  const others = list.filter((each) => each !== entry)
  return [...others.slice(0, to), entry, ...others.slice(to)]
}
