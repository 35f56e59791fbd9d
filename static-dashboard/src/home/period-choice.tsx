import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { filterOf, setFilters } from '../parts/filters.tsx'
import { money } from '../texts/money/money.ts'
import '../parts/segments.css'

const periods = [7, 30, 90] as const
const usual = 30

/** The number of days to show, from the address. */
export function chosenPeriod(): number {
  return periods.find((days) => String(days) === filterOf('days')) ?? usual
}

export function PeriodChoice(): VNode {
  return (
    <fieldset class="segments" aria-label={money.home.period}>
      {periods.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === chosenPeriod()}
          onClick={() => setFilters({ days: days === usual ? '' : String(days) })}
        >
          {fill(money.home.days, { days })}
        </button>
      ))}
    </fieldset>
  )
}
