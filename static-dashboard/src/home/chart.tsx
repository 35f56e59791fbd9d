import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { formatFiat } from '../format.ts'
import { money } from '../texts/money/money.ts'
import { locale } from '../texts/text.ts'
import { type Day, topOf, volumeOf } from './day-totals.ts'

type Bar = { day: string; completed: string; lost: string }
const slot = 10
const gap = 1.6

/** Days as bars: completed payments are solid, others hollow. Pointer and arrow keys read a day. */
export function Chart({ days, currency }: { days: readonly Day[]; currency: string }): VNode {
  const bars = days.map((day) => ({ day: day.day, ...volumeOf(day, currency) }))
  const [at, setAt] = useState(bars.length - 1)
  const top = topOf(Math.max(...bars.map((bar) => Number(bar.completed) + Number(bar.lost))))
  const shown = bars[at]
  const line = shown ? lineOf(shown, { currency, isToday: at === bars.length - 1 }) : ''
  return (
    <figure class="chart">
      <figcaption>
        <p>{line}</p>
        <Legend />
      </figcaption>
      <div
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={money.home.chart}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={at + 1}
        aria-valuetext={line}
        onKeyDown={(event) => {
          const next = nextDay(event.key, at, bars.length)
          if (next === undefined) return
          event.preventDefault()
          setAt(next)
        }}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          const index = Math.floor(((clientX - left) / width) * bars.length)
          setAt(Math.min(bars.length - 1, Math.max(0, index)))
        }}
        onPointerLeave={() => setAt(bars.length - 1)}
      >
        <Bars bars={bars} top={top} at={at} />
      </div>
      <Scale top={top} currency={currency} />
      <Ticks bars={bars} />
    </figure>
  )
}

function nextDay(key: string, at: number, count: number): number | undefined {
  const last = count - 1
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, at + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

function lineOf(bar: Bar, { currency, isToday }: { currency: string; isToday: boolean }): string {
  return fill(money.home.day, {
    day: isToday ? money.home.today : dayName(bar.day),
    completed: formatFiat({ amount: bar.completed, currency }),
    lost: formatFiat({ amount: bar.lost, currency }),
  })
}

/** "22 Oct": days are days in UTC. */
export function dayName(day: string): string {
  const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, options).format(new Date(`${day}T00:00:00Z`))
}

/** Stretched to its frame; lines keep their width. */
function Bars({ bars, top, at }: { bars: readonly Bar[]; top: number; at: number }): VNode {
  return (
    <svg viewBox={`0 0 ${bars.length * slot} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path class="grid" d={`M0 0h${bars.length * slot}M0 50h${bars.length * slot}`} />
      <rect class="chosen" x={at * slot} y={0} width={slot} height={100} />
      {bars.map(({ day, completed, lost }, index) => {
        const solid = (Number(completed) / top) * 100
        const hollow = (Number(lost) / top) * 100
        const frame = { x: index * slot + gap, width: slot - 2 * gap }
        return (
          <g key={day}>
            {solid > 0 && <rect class="solid" {...frame} y={100 - solid} height={solid} />}
            {hollow > 0 && (
              <rect class="hollow" {...frame} y={100 - solid - hollow} height={hollow} />
            )}
          </g>
        )
      })}
      <path class="base" d={`M0 100h${bars.length * slot}`} />
    </svg>
  )
}

function Legend(): VNode {
  return (
    <p class="legend">
      <span>
        <i class="solid" />
        {money.home.solid}
      </span>
      <span>
        <i class="hollow" />
        {money.home.hollow}
      </span>
    </p>
  )
}

function Scale({ top, currency }: { top: number; currency: string }): VNode {
  const options = { style: 'currency', currency, notation: 'compact' } as const
  const format = new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: 2 })
  return (
    <div class="scale" aria-hidden="true">
      {[top, top / 2, 0].map((value) => (
        <span key={value}>{format.format(value)}</span>
      ))}
    </div>
  )
}

function Ticks({ bars }: { bars: readonly Bar[] }): VNode {
  const [first, middle] = [bars[0], bars[Math.floor((bars.length - 1) / 2)]]
  return (
    <div class="ticks" aria-hidden="true">
      <span>{first && dayName(first.day)}</span>
      <span>{middle && dayName(middle.day)}</span>
      <span>{money.home.today}</span>
    </div>
  )
}
