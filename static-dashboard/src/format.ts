import { namesOf } from '../../shared/kernel/map-names.ts'
import { fill } from '../../shared/kernel/template.ts'
import { formatFiatIn } from '../../static-ui/format-fiat.ts'
import { locale, text } from './texts/text.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * When something happened: "just now", "3 min ago", "12:58 PM", "18 Nov, 16:22". It can't be ahead of now, whatever the clocks
 * say.
 */
export function relativeTime(at: Date, current: Date): string {
  const age = current.getTime() - at.getTime()
  if (age < minuteMs) return text.time.justNow
  if (age < hourMs) return fill(text.time.minutesAgo, { minutes: Math.floor(age / minuteMs) })
  return dayAndTime(at, current)
}

/** When something is due: "12:58 PM", "18 Nov, 16:22"; once it was, as what happened. */
export function dueTime(at: Date, current: Date): string {
  return at > current ? dayAndTime(at, current) : relativeTime(at, current)
}

/** "12:58 PM", "Yesterday, 10:14 PM", "18 Nov, 16:22", with the year if it is another one. */
function dayAndTime(at: Date, current: Date): string {
  const time = format(at, { timeStyle: 'short' })
  if (isSameDay(at, current)) return time
  const yesterday = new Date(current)
  yesterday.setDate(current.getDate() - 1)
  if (isSameDay(at, yesterday)) return fill(text.time.yesterday, { time })
  const isThisYear = at.getFullYear() === current.getFullYear()
  const day = format(at, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
  return `${day}, ${time}`
}

/** With seconds and the time zone. */
export function exactTime(at: Date): string {
  return format(at, { dateStyle: 'medium', timeStyle: 'long' })
}

/** "Nov 1, 2026", in the time zone of this device. */
export function exactDay(at: Date): string {
  return format(at, { dateStyle: 'medium' })
}

/** A formatter takes longer to make than a row of a list to draw. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known.format(at)
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString()
}

/** In seconds. */
export const durationUnits = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const

export type DurationUnit = keyof typeof durationUnits

/** The largest unit that needs no fraction. */
export function unitOf(seconds: number): DurationUnit {
  const units = namesOf(durationUnits)
  const fits = (unit: DurationUnit) => seconds % durationUnits[unit] === 0
  return (seconds > 0 && units.find(fits)) || 'second'
}

/** 300 → "5 minutes". */
export function formatDuration(seconds: number): string {
  const unit = unitOf(seconds)
  return formatOfUnit(unit).format(seconds / durationUnits[unit])
}

/** "minutes". */
export function nameOfUnit(unit: DurationUnit): string {
  return (
    formatOfUnit(unit)
      .formatToParts(2)
      .findLast(({ type }) => type === 'unit')?.value ?? unit
  )
}

function formatOfUnit(unit: DurationUnit): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
}

/** "$120.00", by the locale of the page. */
export function formatFiat(price: { amount: string; currency: string }): string {
  return formatFiatIn(locale, price)
}

/** "JW" for "Jonas Weber". */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '?', last = ''] = [words[0]?.[0], words.length > 1 ? words.at(-1)?.[0] : '']
  return `${first}${last}`.toUpperCase()
}

/** By the forms of `Intl.PluralRules`; a translation has those of its language. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** "1 problem", "2 problems". */
export function counted(forms: Forms, count: number): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other
  return form.replace('{count}', new Intl.NumberFormat(locale).format(count))
}
