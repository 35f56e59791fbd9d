import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { formatFiat } from '../format.ts'
import { PageHead } from '../parts/page.tsx'
import { Status } from '../parts/status.tsx'
import { iconOf, type PaymentStatusName, toneOf } from '../payments/payment-status.tsx'
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

/** Days in one currency, and as many before to compare with: the sum, the days, and the number of payments by outcome. */
export function Volume({ days, actions }: { days: readonly Day[]; actions: VNode }): VNode {
  const shown = days.slice(days.length / 2)
  const currencies = currenciesOf(shown)
  const [chosen, setChosen] = useState<string>()
  const currency = chosen ?? currencies[0] ?? 'USD'
  return (
    <>
      <PageHead
        name={text.pages.home}
        title={<Headline amount={completedIn(shown, currency)} currency={currency} />}
        actions={
          <>
            {currencies.length > 1 && (
              <Currencies all={currencies} chosen={currency} onChoose={setChosen} />
            )}
            {actions}
          </>
        }
      >
        {sentence(days, currency)}
      </PageHead>
      <Chart key={`${currency} ${shown.length}`} days={shown} currency={currency} />
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
  const half = days.length / 2
  const [shown, before] = [days.slice(half), days.slice(0, half)]
  const more = growth(completedIn(shown, currency), completedIn(before, currency))
  const { completed, ended } = completionOf(countsOf(shown))
  const earlier = completionOf(countsOf(before)).completed
  const { rate, rateBefore, afterRefunds } = money.home
  const refunded = refundedIn(shown, currency)
  const back = Number(refunded) > 0 ? formatFiat({ amount: refunded, currency }) : undefined
  const share = {
    completed: count(completed),
    count: count(ended),
    percent: percent(completed / ended),
    before: count(earlier),
    days: half,
  }
  return [
    compared(more, half),
    ...(back === undefined ? [] : [fill(afterRefunds, { amount: back })]),
    ...(ended === 0 ? [] : [fill(earlier > 0 ? rateBefore : rate, share)]),
  ].join(' ')
}

/** After a small period, a percentage says little: several times as much is said in words, or not at all. */
function compared(more: number | undefined, days: number): string {
  const { completed, completedMore, completedLess, completedTimes } = money.home
  if (more === undefined || Math.abs(more) < 0.005 || more >= 9) {
    return fill(completed, { days })
  }
  if (more >= 1) return fill(completedTimes, { times: times(more + 1), days })
  return fill(more > 0 ? completedMore : completedLess, {
    percent: percent(Math.abs(more)),
    days,
  })
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
  ['paid', 'paid'],
  ['paidLate', 'paid_late'],
  ['overpaid', 'overpaid'],
  ['underpaid', 'underpaid'],
  ['expired', 'expired'],
  ['failed', 'failed'],
] as const satisfies readonly (readonly [keyof Counts, PaymentStatusName])[]

function Outcomes({ counts }: { counts: Counts }): VNode {
  return (
    <ul class="outcomes">
      {outcomes
        .filter(([name]) => counts[name] > 0)
        .map(([name, status]) => (
          <li key={name}>
            <Status tone={toneOf(status)} icon={iconOf(status)}>
              <b>{count(counts[name])}</b> {money.home.counts[name]}
            </Status>
          </li>
        ))}
    </ul>
  )
}
