/** All texts of the page. What a customer reads while paying belongs in one place. */
export const text = {
  title: 'Payment',
  loading: 'Preparing your payment',
  testRibbon: 'Test payment. No real money moves.',
  offline: 'Reconnecting. We are still watching for your payment.',

  steps: ['Send', 'Confirm', 'Done'],
  stepsLabel: 'Progress',

  order: {
    untitled: 'Payment request',
    reference: 'Reference',
    priceHeld: 'Price valid until',
    network: 'Network',
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
    invalid: (field: string) =>
      field === 'email'
        ? 'Enter an email address, like name@example.com.'
        : 'This value cannot be used. Change it or leave it empty.',
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
    on: (chain: string) => `on ${chain}`,
    current: 'Current',
    sent: 'Locking the price',
    announceSent: (choice: string) => `Locking the price in ${choice}`,
    failed: {
      busy: () => 'Too many attempts. Wait a moment and try again.',
      changed: () => 'This payment has already changed, so the coin was not changed.',
      no_price: (choice: string) =>
        `There is no reliable price for ${choice} right now. Choose another coin, or try again in a moment.`,
      unreachable: (choice: string) =>
        `${choice} could not be selected. Try again, or choose another coin.`,
    },
    change: 'Pay with another coin',
    keep: (choice: string) => `Keep ${choice}`,
    earlier: (amount: string, time: string) =>
      `If you have already sent ${amount}, it counts if it arrives by ${time}.`,
  },

  wallets: {
    label: 'Pay with a wallet in this browser',
    pay: 'Pay with',
    confirm: (wallet: string) => `Confirm in ${wallet}`,
    failed: {
      network_missing: (wallet: string, network: string) =>
        `${network} is not set up in ${wallet}. Add this network in the wallet, then try again.`,
      busy: (wallet: string) => `${wallet} is waiting for you. Open it to continue.`,
      outdated: () => 'The amount has changed, so nothing was sent. Please try again.',
      failed: (wallet: string) =>
        `${wallet} reported a problem. If it shows the payment as sent, wait here. If not, check that you have enough for the amount and the fee, and try again.`,
    },
  },

  sent: {
    headline: 'Payment sent',
    body: 'This page updates when your payment arrives. Please do not send it again.',
    otherWay: 'Pay another way',
  },

  send: {
    left: (countdown: string) => `${countdown} left`,
    network: (chain: string): [string, string, string] => [
      'Send only on ',
      chain,
      '. Funds sent on another network may arrive late or not at all.',
    ],
    qrLabel: 'QR code of the payment address',
    qrTitle: 'Scan with your wallet',
    qrBody: (amount: string) =>
      `It contains only the address. Enter ${amount}; network fees are extra.`,
    amount: 'Exact amount',
    address: (chain: string) => `Address on ${chain}`,
    openWallet: 'Open in wallet',
    waiting: 'Waiting for your payment',
    cancel: 'Cancel',
    soon: (countdown: string) => `${countdown} left to pay at this price`,
  },

  copy: {
    idle: 'Copy',
    done: 'Copied',
    failed: 'Select',
    label: (field: string) => `Copy ${field}`,
  },

  check: {
    ask: 'I have paid',
    askLate: 'Check for my payment',
    checking: 'Checking the blockchain',
    nothing: 'No payment on the blockchain yet. This page updates automatically.',
    failed: 'The check failed. Please try again.',
  },

  timeUp: {
    headline: 'Time is up',
    body: 'Please do not send anything now. If you already have, leave this page open: we are checking the blockchain for your payment.',
  },

  detected: {
    headline: 'Payment detected',
    counter: (done: number, required: number) => `Confirmation ${done} of ${required}`,
    body: 'The network is confirming it. There is nothing left to do, and you can close this page.',
    partial: (received: string, amount: string) =>
      `${received} of ${amount} has arrived so far and is being confirmed. If the rest is on its way, leave this page open.`,
  },

  paid: {
    headline: 'Paid',
    body: 'Thank you. Your payment is confirmed.',
    late: 'Thank you. Your payment arrived after the time limit, but it counts and is confirmed.',
    continue: 'Continue',
    redirect: (seconds: number) => `Returning to the shop in ${seconds} s`,
    stay: 'Stay here',
    print: 'Print receipt',
  },

  overpaid: {
    headline: 'You paid more than needed',
    body: (extra: string) =>
      `Your order is paid. To ask about the extra ${extra}, contact the seller with the reference below.`,
  },

  underpaid: {
    headline: 'Payment incomplete',
    missing: (missing: string) => `${missing} is still missing.`,
    topUp: (missing: string, time: string) =>
      `Send the missing ${missing} to the same address before ${time} to complete your payment.`,
    closed: 'Please do not pay again. Contact the seller with the reference below.',
    amount: 'Missing amount',
  },

  expired: {
    headline: 'This price has expired',
    unpaidTitle: 'I have not paid',
    unpaidLink: 'Nothing was charged. You can get a new price now.',
    unpaidAdHoc: 'Nothing was charged. Go back to the shop to start again.',
    unpaidNowhere: 'Nothing was charged. Ask the seller for a new payment page.',
    newPrice: 'Get a new price',
    sentTitle: 'I already sent it',
    sentOpen: (time: string) => `Do not pay twice. A late payment is accepted until ${time}.`,
    sentClosed: 'Do not pay twice. Contact the seller with the reference below.',
    arriving: (received: string) =>
      `${received} arrived after the time limit and is being confirmed.`,
  },

  failed: {
    headline: 'Payment failed',
    body: 'The transaction was detected on the blockchain but later removed from it, so nothing was received. Your wallet shows whether the funds are back. Contact the seller with the reference below before you pay again.',
  },

  receipt: {
    price: 'Price',
    amount: 'Amount',
    received: 'Received',
    missing: 'Missing',
    extra: 'Extra',
    network: 'Network',
    transaction: 'Transaction',
    paidAt: 'Paid',
    reference: 'Reference',
    openTransaction: 'View in the block explorer',
  },

  back: 'Back to the shop',
  retry: 'Try again',

  problems: {
    missing: {
      headline: 'Payment not found',
      body: 'The link may be incomplete, or the seller has removed this payment. Ask the seller for a new link.',
    },
    inactive: {
      headline: 'This link is not active',
      body: 'The seller is not accepting payments through this link at the moment. Nothing was charged.',
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
