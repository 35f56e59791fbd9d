/** Moments between which something was created, both included. */
export type DateBounds = { createdAfter?: string; createdBefore?: string }

const range = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** Whether the value of a filter names two days. */
export function isRange(value: string): boolean {
  return range.test(value)
}

/** The value of a filter for the days from one to another, in the time zone of this device. */
export function rangeOf(from: Date, to: Date): string {
  return `${dayOf(from)}..${dayOf(to)}`
}

function dayOf(at: Date): string {
  const month = String(at.getMonth() + 1).padStart(2, '0')
  return `${at.getFullYear()}-${month}-${String(at.getDate()).padStart(2, '0')}`
}

/** The bounds of a filter's value, in whole days of this device; none if the value is unknown. */
export function boundsOf(value: string, now: Date): DateBounds {
  const [, first, last] = range.exec(value) ?? []
  if (first !== undefined && last !== undefined) return between(startOf(first), startOf(last))
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  switch (value) {
    case 'today':
      return since(new Date(year, month, day))
    case '7d':
      return since(new Date(year, month, day - 6))
    case '30d':
      return since(new Date(year, month, day - 29))
    case 'month':
      return since(new Date(year, month, 1))
    case 'last-month':
      return between(new Date(year, month - 1, 1), new Date(year, month, 0))
    default:
      return {}
  }
}

function since(from: Date): DateBounds {
  return { createdAfter: from.toISOString() }
}

function between(from: Date, lastDay: Date): DateBounds {
  if (Number.isNaN(Number(from)) || Number.isNaN(Number(lastDay))) return {}
  const end = new Date(lastDay.getFullYear(), lastDay.getMonth(), lastDay.getDate() + 1)
  return { ...since(from), createdBefore: new Date(Number(end) - 1).toISOString() }
}

function startOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
