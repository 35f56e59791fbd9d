import { locale } from '../texts/text.ts'

/** "14:02:31", because the order of things within a minute matters. */
export function clockTime(at: Date): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(at)
}

/** "18 November 2026", above what happened on that day. */
export function dayOf(at: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at)
}

/** "Nov 18, 2026, 2:02:31 PM". */
export function dayAndTime(at: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
}

/** The time zone of all times of a page. */
export function timeZone(): string {
  return new Intl.DateTimeFormat(locale).resolvedOptions().timeZone
}
