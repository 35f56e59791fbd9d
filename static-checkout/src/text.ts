/** Every word of the page. What a customer reads at the moment of paying belongs in one place. */
export const text = {
  title: 'Payment',
  loading: 'Preparing your payment',
  testRibbon: 'Test payment. No real money moves.',
  offline: 'Reconnecting. Your payment is still being watched.',

  steps: ['Send', 'Confirm', 'Done'],
  stepsLabel: 'Progress',

  order: {
    untitled: 'Payment request',
    reference: 'Reference',
    priceHeld: 'Price held until',
    network: 'Network',
  },

  details: {
    headline: 'Your details',
    body: 'The seller gets these with your payment.',
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
        : 'Please write this differently or leave it out.',
    continue: 'Continue',
    sent: 'Saving your details',
    failed: {
      busy: 'That was too often within a short time. Wait a moment, then try again.',
      changed: 'This payment has moved on, so the details stay as they were.',
      no_price: 'That did not get through. Please try again.',
      unreachable: 'That did not get through. Please try again.',
    },
  },

  coin: {
    headline: 'Choose what to pay with',
    body: 'Pick a coin that you have, on the network where you have it. The amount is fixed when you choose.',
    on: (chain: string) => `on ${chain}`,
    current: 'Current',
    sent: 'Fixing the price',
    announceSent: (choice: string) => `Fixing the price in ${choice}`,
    failed: {
      busy: () => 'That was too often within a short time. Wait a moment, then choose again.',
      changed: () => 'This payment has moved on, so the coin stays as it was.',
      no_price: (choice: string) =>
        `There is no reliable price for ${choice} right now. Choose another coin, or the same again in a moment.`,
      unreachable: (choice: string) =>
        `${choice} could not be chosen. Please choose again, or another coin.`,
    },
    change: 'Pay with another coin',
    keep: (choice: string) => `Keep ${choice}`,
    earlier: (amount: string, time: string) =>
      `If you have already sent ${amount}, it counts as long as it arrives by ${time}.`,
  },

  wallets: {
    label: 'Pay from a wallet in this browser',
    pay: 'Pay with',
    asked: (wallet: string) => `Confirm in ${wallet}`,
    failed: {
      network_missing: (wallet: string, network: string) =>
        `${wallet} does not know ${network}. Add this network in the wallet, then try again.`,
      busy: (wallet: string) => `${wallet} is waiting for an answer from you. Open it to go on.`,
      outdated: () => 'The amount has changed meanwhile, so nothing was sent. Please try again.',
      failed: (wallet: string) =>
        `${wallet} reported a problem. If it lists the payment as sent, wait here. If not, check that you have enough for the amount and the fee, and try again.`,
    },
  },

  sent: {
    headline: 'Your wallet has sent it',
    body: 'This page is watching for the payment and shows when it arrives. Please do not send it again.',
    otherWay: 'Pay another way',
  },

  send: {
    left: (countdown: string) => `${countdown} left`,
    network: (chain: string): [string, string, string] => [
      'Only on ',
      chain,
      '. Money sent on another network may arrive late or not at all.',
    ],
    qrLabel: 'QR code of the payment address',
    qrTitle: 'Scan with your wallet',
    qrBody: (amount: string) => `It holds the address only. Enter ${amount}; fees come on top.`,
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
    asked: 'Looking at the blockchain',
    nothing: 'No payment on the blockchain yet. New ones show up here by themselves.',
    failed: 'That did not get through. Please try again.',
  },

  timeUp: {
    headline: 'Time is up for this price',
    body: 'Please send nothing now. If you already did, leave this page open: the blockchain is being checked for your payment.',
  },

  detected: {
    headline: 'Payment seen',
    counter: (done: number, required: number) => `Confirmation ${done} of ${required}`,
    body: 'The network is confirming it. There is nothing left to do, and you may close this page.',
    partial: (received: string, amount: string) =>
      `${received} of ${amount} has arrived so far and is being confirmed. If the rest is on its way, leave this page open.`,
  },

  paid: {
    headline: 'Paid',
    body: 'Thank you. Your payment is confirmed.',
    late: 'Thank you. Your payment came after the time limit, is confirmed, and counts.',
    continue: 'Continue',
    redirect: (seconds: number) => `Taking you back to the shop in ${seconds} s`,
    stay: 'Stay here',
    print: 'Print receipt',
  },

  overpaid: {
    headline: 'Paid, and more than needed',
    body: (extra: string) =>
      `Your order is paid. For the extra ${extra}, contact the seller with the reference below.`,
  },

  underpaid: {
    headline: 'Part of the payment arrived',
    missing: (missing: string) => `${missing} is still missing.`,
    topUp: (missing: string, time: string) =>
      `Send the missing ${missing} to the same address before ${time} to complete your payment.`,
    closed: 'Please do not pay again. Contact the seller with the reference below.',
    amount: 'Missing amount',
  },

  expired: {
    headline: 'This price has expired',
    unpaidTitle: 'I have not paid',
    unpaidLink: 'Nothing was charged. A new price takes a second.',
    unpaidAdHoc: 'Nothing was charged. Go back to the shop to start again.',
    unpaidNowhere: 'Nothing was charged. Ask the seller for a new payment page.',
    newPrice: 'Get a new price',
    sentTitle: 'I already sent it',
    sentOpen: (time: string) => `Do not pay twice. A late payment is still accepted until ${time}.`,
    sentClosed: 'Do not pay twice. Contact the seller with the reference below.',
    arriving: (received: string) =>
      `${received} has arrived after the time limit and is being confirmed.`,
  },

  failed: {
    headline: 'The payment was undone',
    body: 'The transaction was seen on the blockchain and then left it again, so nothing was received. Your wallet shows whether the money is back. Contact the seller with the reference below before you pay again.',
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
    openTransaction: 'See it in the block explorer',
  },

  back: 'Back to the shop',
  retry: 'Try again',

  problems: {
    missing: {
      headline: 'There is no payment here',
      body: 'The address may be incomplete, or the seller has removed this payment. Ask the seller for a new link.',
    },
    inactive: {
      headline: 'This link is switched off',
      body: 'The seller is not taking payments through this link at the moment. Nothing was charged.',
    },
    busy: {
      headline: 'Too many payments at once',
      body: 'This link was opened very often within a minute. Wait a moment, then try again.',
    },
    no_price: {
      headline: 'No reliable price right now',
      body: 'The exchange rate could not be confirmed, so no amount was fixed. Nothing was charged. Try again in a moment.',
    },
    unreachable: {
      headline: 'We could not load your payment',
      body: 'The connection failed. Nothing was charged. Try again in a moment.',
    },
  },
} as const
