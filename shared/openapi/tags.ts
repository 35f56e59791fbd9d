/** What each group of operations is about. */
export const tagDescriptions = {
  'Payment links': 'Reusable pages with a fixed price.',
  Quotes: 'A price in one coin or token, held for a few minutes.',
  'Checkout sessions': 'One attempt to pay, with a deposit address of its own.',
  'Webhook endpoints': 'Where events are sent.',
  Events: 'Everything that happened, unchanged since.',
  Customers: 'Who paid, by email.',
  Webhooks: 'What is sent to webhook endpoints.',
  Description: 'This document.',
} as const
