/**
 * All texts of the page, in the language that every customer can fall back on. `{name}` is replaced when the text is
 * shown; a translation has the same keys with the same names in them.
 */
export const en = {
  title: 'Payment',
  loading: 'Preparing your payment',
  testRibbon: 'Test payment: no real money',
  offline:
    'You are offline. We are still watching for your payment; this page updates when you are back online.',
  reconnecting: 'Reconnecting. We are still watching for your payment.',
  language: 'Language',
  amount: '{amount} {asset}',
  coinOn: '{asset} on {chain}',
  steps: { label: 'Progress', send: 'Send', confirm: 'Confirm', done: 'Done' },
  order: {
    untitled: 'Payment request',
    details: 'Order details',
    reference: 'Reference',
  },
  details: {
    headline: 'Your details',
    body: 'The seller receives these with your payment.',
    more: 'More details (optional)',
    fields: {
      email: 'Email',
      name: 'Name',
      phone: 'Phone',
      country: 'Country',
      region: 'State or region',
      postcode: 'Postcode',
      notes: 'Note to the seller',
    },
    invalidEmail: 'Enter an email address, like name@example.com.',
    invalid: 'This value cannot be used. Change it or leave it empty.',
    change: 'Change email',
    continue: 'Continue',
    sent: 'Saving your details',
    failed: {
      busy: 'Too many attempts. Wait a moment and try again.',
      changed: 'This payment has already changed, so your details were not saved.',
      no_price: 'Your details could not be saved. Please try again.',
      unreachable: 'Your details could not be saved. Please try again.',
    },
  },
  coin: {
    headline: 'Choose how to pay',
    body: 'Choose a coin and the network that you hold it on. Your choice locks the amount.',
    time: 'about {time}',
    lowFee: 'low fee',
    highFee: 'higher fee',
    current: 'Current',
    suggested: 'Suggested',
    sent: 'Locking the price',
    announceSent: 'Locking the price in {choice}',
    failed: {
      busy: 'Too many attempts. Wait a moment and try again.',
      changed: 'This payment has already changed, so the coin was not changed.',
      no_price:
        'There is no reliable price for {choice} right now. Choose another coin, or try again in a moment.',
      unreachable: '{choice} could not be selected. Try again, or choose another coin.',
    },
    change: 'Pay with another coin',
    keep: 'Keep {choice}',
    earlier: 'If you have already sent {amount}, it counts if it arrives by {time}.',
  },
  cancel: 'Cancel',
  timeLeft: '{countdown} left',
  timeSoon: '{countdown} left to pay at this price',
  retry: 'Try again',
  problems: {
    missing: {
      headline: 'Payment not found',
      body: 'The link may be incomplete, or the seller has removed this payment. Ask for a new link.',
    },
    inactive: {
      headline: 'This link is not active',
      body: 'The seller is not accepting payments through this link at the moment. Nothing was charged.',
    },
    paused: {
      headline: 'No payments at the moment',
      body: 'The seller is not accepting payments at the moment. Nothing was charged. Try again later.',
    },
    busy: {
      headline: 'Too many attempts',
      body: 'This link was opened too often. Wait a moment and try again.',
    },
    no_price: {
      headline: 'No reliable price right now',
      body: 'The exchange rate could not be confirmed. Nothing was charged. Try again in a moment.',
    },
    unreachable: {
      headline: 'We could not load your payment',
      body: 'The connection failed. Nothing was charged. Try again in a moment.',
    },
  },
} as const
