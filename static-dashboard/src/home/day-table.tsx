import type { VNode } from 'preact'
import { formatFiat } from '../format.ts'
import { money } from '../texts/money/money.ts'
import { dayName } from './chart.tsx'
import { completionOf, type Day, refundedIn, volumeOf } from './day-totals.ts'

/** The figures of the chart, today first. */
export function DayTable({ days, currency }: { days: readonly Day[]; currency: string }): VNode {
  const { columns, table } = money.home
  const hasRefunds = Number(refundedIn(days, currency)) > 0
  const fiat = (amount: string) => formatFiat({ amount, currency })
  return (
    <details class="days">
      <summary>{table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.day}</th>
            <th scope="col" class="end">
              {columns.completed}
            </th>
            <th scope="col" class="end">
              {columns.lost}
            </th>
            {hasRefunds && (
              <th scope="col" class="end">
                {columns.refunded}
              </th>
            )}
            <th scope="col" class="end">
              {columns.payments}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => {
            const { completed, lost, refunded } = volumeOf(day, currency)
            return (
              <tr key={day.day}>
                <th scope="row">{dayName(day.day)}</th>
                <td class="end">{fiat(completed)}</td>
                <td class="end">{fiat(lost)}</td>
                {hasRefunds && <td class="end">{fiat(refunded)}</td>}
                <td class="end">{completionOf(day.counts).completed}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p class="quiet">{money.home.utc}</p>
    </details>
  )
}
