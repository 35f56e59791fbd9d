import { locale } from '../texts/text.ts'

/** "14:02:31", because the order of things within a minute matters. */
export function clockTime(at: Date): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(at)
}

/** "18 November 2026", above what happened on that day. */
export function dayOf(at: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at)
}

const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g

/** A sentence of the service, with the day and time of each moment as the reader's clock has them. */
export function inLocalTime(sentence: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  return sentence.replace(isoTime, (moment) => format.format(new Date(moment)))
}

/** The time zone of all times of a page. */
export function timeZone(): string {
  return new Intl.DateTimeFormat(locale).resolvedOptions().timeZone
}
