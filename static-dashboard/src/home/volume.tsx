import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../static-ui/template.ts'
import { formatFiat } from '../format.ts'
import type { IconName } from '../parts/icon.tsx'
import { PageHead } from '../parts/page.tsx'
import { Status, type Tone } from '../parts/status.tsx'
import { money } from '../texts/money/money.ts'
import { locale, text } from '../texts/text.ts'
import { Chart } from './chart.tsx'
import { DayTable } from './day-table.tsx'
import {
  type Counts,
  completedIn,
  completionOf,
  countsOf,
  currenciesOf,
  type Day,
  growth,
  refundedIn,
} from './day-totals.ts'

const period = 30

/** Thirty days in one currency: the sum, the days, and the number of payments by outcome. */
export function Volume({ days }: { days: readonly Day[] }): VNode {
  const shown = days.slice(-period)
  const currencies = currenciesOf(shown)
  const [chosen, setChosen] = useState<string>()
  const currency = chosen ?? currencies[0] ?? 'USD'
  return (
    <>
      <PageHead
        name={text.pages.home}
        title={<Headline amount={completedIn(shown, currency)} currency={currency} />}
        actions={
          currencies.length > 1 && (
            <Currencies all={currencies} chosen={currency} onChoose={setChosen} />
          )
        }
      >
        {sentence(days, currency)}
      </PageHead>
      <Chart key={currency} days={shown} currency={currency} />
      <Outcomes counts={countsOf(shown)} />
      <DayTable days={shown} currency={currency} />
    </>
  )
}

/** The cents are quieter. */
function Headline({ amount, currency }: { amount: string; currency: string }): VNode {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return (
    <span class="sum">
      {format
        .formatToParts(Number(amount))
        .map(({ type, value }) =>
          type === 'fraction' || type === 'decimal' ? <small key={type}>{value}</small> : value,
        )}
    </span>
  )
}

function sentence(days: readonly Day[], currency: string): string {
  const shown = days.slice(-period)
  const before = days.slice(0, -period)
  const more = growth(completedIn(shown, currency), completedIn(before, currency))
  const { completed, ended } = completionOf(countsOf(shown))
  const { rate, afterRefunds } = money.home
  const words = compared(more)
  const refunded = refundedIn(shown, currency)
  const back = Number(refunded) > 0 ? formatFiat({ amount: refunded, currency }) : undefined
  const share = { percent: percent(completed / ended), count: count(ended) }
  return [
    words,
    ...(back === undefined ? [] : [fill(afterRefunds, { amount: back })]),
    ...(ended === 0 ? [] : [fill(rate, share)]),
  ].join(' ')
}

/** Beside a small month, a percentage says nothing: several times as much is said as that, or not at all. */
function compared(more: number | undefined): string {
  const { completed, completedMore, completedLess, completedTimes } = money.home
  if (more === undefined || Math.abs(more) < 0.005 || more >= 9) return completed
  if (more >= 1) return fill(completedTimes, { times: times(more + 1) })
  return fill(more > 0 ? completedMore : completedLess, { percent: percent(Math.abs(more)) })
}

function times(factor: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(factor)
}

function percent(fraction: number): string {
  const digits = fraction > 0 && fraction < 0.1 ? 1 : 0
  const options = { style: 'percent', maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(locale, options).format(fraction)
}

function count(value: number): string {
  return new Intl.NumberFormat(locale).format(value)
}

type CurrencyProps = { all: readonly string[]; chosen: string; onChoose: (one: string) => void }

function Currencies({ all, chosen, onChoose }: CurrencyProps): VNode {
  return (
    <label class="chip set">
      <span>{money.home.currency}</span>
      <select value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {all.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  )
}

const outcomes = [
  ['paid', 'ok', 'ok'],
  ['paidLate', 'ok', 'late'],
  ['overpaid', 'ok', 'plus'],
  ['underpaid', 'warn', 'minus'],
  ['expired', 'quiet', 'waiting'],
  ['failed', 'bad', 'bad'],
] as const satisfies readonly (readonly [keyof Counts, Tone, IconName])[]

function Outcomes({ counts }: { counts: Counts }): VNode {
  return (
    <ul class="outcomes">
      {outcomes
        .filter(([name]) => counts[name] > 0)
        .map(([name, tone, icon]) => (
          <li key={name}>
            <Status tone={tone} icon={icon}>
              <b>{count(counts[name])}</b> {money.home.counts[name]}
            </Status>
          </li>
        ))}
    </ul>
  )
}
