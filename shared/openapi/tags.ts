/** The descriptions of the groups of operations. */
export const tagDescriptions = {
  'Payment links': 'Reusable pages with a fixed price.',
  Assets: 'What sessions can be paid in.',
  Quotes: 'A price in one coin or token, locked for a few minutes.',
  'Checkout sessions': 'One attempt to pay, with its own deposit address.',
  Refunds: 'Money that goes back to a customer, from a wallet of your own.',
  'Webhook endpoints': 'Where events are sent.',
  Events: 'Everything that happened. Events never change.',
  Customers: 'People who gave an email to pay.',
  Webhooks: 'The requests to webhook endpoints.',
  Description: 'This document.',
} as const
