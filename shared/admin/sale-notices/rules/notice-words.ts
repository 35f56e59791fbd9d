import type { NoticeLanguage, SaleTopic } from './notice-destination.ts'

/** A notice leaves the instance, so its words can't come from a page. */
export type NoticeWords = {
  topics: Readonly<Record<SaleTopic, string>>
  test: string
  link: string
  order: string
  received: string
  /** Between the received and the due amount of an underpaid payment. */
  of: string
  on: string
  through: string
  customer: string
  payment: string
  together: (count: number) => string
  until: (time: string) => string
  lastOfHour: (time: string) => string
  tried: string
  triedWhy: string
  summary: { daily: (day: string) => string; monthly: (month: string) => string }
  completed: string
  refunded: string
  numbers: (counts: { payments: number; underpaid: number; refunds: number }) => string
  attention: (count: string) => string
}

const english: NoticeWords = {
  topics: {
    paid: 'Paid',
    late: 'Paid late',
    overpaid: 'Overpaid',
    underpaid: 'Underpaid',
    unmatched: 'Unmatched money',
  },
  test: 'Test',
  link: 'Payment link',
  order: 'Order',
  received: 'Received',
  of: 'of',
  on: 'on',
  through: 'Through',
  customer: 'Customer',
  payment: 'Payment',
  together: (count) => `More sales: ${count}`,
  until: (time) => `Up to ${time}.`,
  lastOfHour: (time) =>
    `This was the 20th notice within an hour. What follows comes together at ${time}.`,
  tried: 'Sale notices',
  triedWhy: 'This is a test: sale notices come here.',
  summary: {
    daily: (day) => `Summary of ${day}`,
    monthly: (month) => `Summary of ${month}`,
  },
  completed: 'Paid',
  refunded: 'Refunded',
  numbers: ({ payments, underpaid, refunds }) =>
    `Payments: ${payments}. Underpaid: ${underpaid}. Refunds: ${refunds}.`,
  attention: (count) => `Waiting for your decision: ${count}.`,
}

const german: NoticeWords = {
  topics: {
    paid: 'Bezahlt',
    late: 'Verspätet bezahlt',
    overpaid: 'Überzahlt',
    underpaid: 'Zu wenig bezahlt',
    unmatched: 'Nicht zugeordnetes Geld',
  },
  test: 'Test',
  link: 'Zahlungslink',
  order: 'Bestellung',
  received: 'Eingegangen',
  of: 'von',
  on: 'auf',
  through: 'Über',
  customer: 'Kundschaft',
  payment: 'Zahlung',
  together: (count) => `Weitere Verkäufe: ${count}`,
  until: (time) => `Bis ${time}.`,
  lastOfHour: (time) =>
    `Das war die 20. Nachricht innerhalb einer Stunde. Was folgt, kommt gesammelt um ${time}.`,
  tried: 'Verkaufsnachrichten',
  triedWhy: 'Dies ist ein Test: Hierher kommen Verkaufsnachrichten.',
  summary: {
    daily: (day) => `Zusammenfassung vom ${day}`,
    monthly: (month) => `Zusammenfassung von ${month}`,
  },
  completed: 'Bezahlt',
  refunded: 'Erstattet',
  numbers: ({ payments, underpaid, refunds }) =>
    `Zahlungen: ${payments}. Zu wenig bezahlt: ${underpaid}. Erstattungen: ${refunds}.`,
  attention: (count) => `Zu entscheiden: ${count}.`,
}

export const noticeWords: Readonly<Record<NoticeLanguage, NoticeWords>> = {
  en: english,
  de: german,
}
