/**
 * All texts of the page, in the language that every customer can fall back on. `{name}` is replaced when the text is
 * shown; a translation has the same keys with the same names in them.
 */
export const en = {
  title: 'Payment',
  loading: 'Preparing your payment',
  testRibbon: 'Test payment. No real money moves.',
  offline:
    'You are offline. Your payment is still being watched for; this page updates once you are back.',
  reconnecting: 'Reconnecting. Your payment is still being watched for.',
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
    lowFee: 'low network fee',
    highFee: 'higher network fee',
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

  wallets: {
    label: 'Pay with a wallet in this browser',
    pay: 'Pay {amount} with {wallet}',
    browser: 'your browser wallet',
    confirm: 'Confirm in {wallet}',
    waiting:
      '{wallet} has not responded yet. Open it to confirm, or use another way. Please pay only once.',
    rejected: 'You declined in {wallet}. Nothing was sent.',
    failed: {
      network_missing:
        '{network} is not set up in {wallet}. Add this network in the wallet, then try again.',
      busy: '{wallet} is waiting for you. Open it to continue.',
      outdated: 'The amount has changed, so nothing was sent. Please try again.',
      failed:
        '{wallet} reported a problem. If it shows the payment as sent, wait here. If not, check that you have enough for the amount and the fee, and try again.',
    },
    choose: 'Pay with a wallet app',
    open: 'Open in {wallet}',
    openBody: 'Opens this page in the wallet, which then pays {amount}.',
    send: 'Fill in with {wallet}',
    sendBody: 'Opens the wallet with address and amount filled in. Check both before you confirm.',
    other: 'Another wallet: copy the amount and the address.',
    close: 'Close',
  },

  sent: {
    headline: 'Payment sent',
    body: 'This page updates when your payment arrives. Please do not send it again.',
    reported:
      'Your wallet sent this payment. It appears here when {chain} has included it. Please do not send it again.',
    otherWay: 'Pay another way',
    otherWayBody: 'Only if your wallet shows that the transaction failed or was cancelled.',
  },

  send: {
    left: '{countdown} left',
    network: 'Send only on {chain}. Funds sent on another network may arrive late or not at all.',
    qrLabel: 'QR code of the payment address',
    qrLabelFull: 'QR code with address, network and amount',
    qrTitle: 'Scan with your wallet',
    qrBody: 'It contains only the address. Enter {amount}; network fees are extra.',
    qrFullBody:
      'It contains address, network and amount. If your wallet shows anything else, use the code with the address only.',
    qrFull: 'Include the amount',
    qrPlain: 'Address only',
    otherDevice: 'Pay from another device',
    amount: 'Exact amount',
    address: 'Address on {chain}',
    waiting: 'Waiting for your payment',
    cancel: 'Cancel',
    soon: '{countdown} left to pay at this price',
    exchange: 'Paying from an exchange? Add its withdrawal fee, so that the full amount arrives.',
  },

  trust: {
    title: 'Check the details',
    held: 'Price held until',
    rate: 'Rate',
    token: 'Token contract',
    native: '{asset} is the own coin of {chain}.',
    watching:
      'This page watches the address above on {chain} and confirms your payment by itself, also while it is closed.',
  },

  copy: {
    idle: 'Copy',
    done: 'Copied',
    failed: 'Select',
    label: 'Copy {field}',
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
    counter: 'Confirmation {done} of {required}',
    of: 'of {required}',
    left: 'About {time} left on {chain}',
    soon: 'Any moment now on {chain}',
    body: 'There is nothing left to do, and you can close this page.',
    late: 'It arrived after the time limit and is being confirmed. There is nothing left to do.',
    partial: '{received} of {amount} has arrived so far and is being confirmed.',
    rest: 'The remaining payment has arrived and is being confirmed. There is nothing left to do.',
    vanished:
      'The network has taken the transaction back, and usually includes it again within minutes. Please do not send it again.',
  },

  meter: {
    label: 'Received so far',
    received: '{amount} received',
    missing: '{amount} missing',
    payRest: 'Pay the remaining {amount}',
  },

  paid: {
    headline: 'Paid',
    body: 'Thank you. Your payment is confirmed.',
    late: 'Thank you. Your payment arrived after the time limit, but it counts and is confirmed.',
    continue: 'Continue',
    continueTo: 'Continue to {seller}',
    redirect: 'Continuing in {time}',
    stay: 'Stay here',
  },

  overpaid: {
    headline: 'You paid more than needed',
    body: 'Your order is paid. You sent {extra} more than needed; only the seller can return it.',
  },

  underpaid: {
    headline: 'Payment incomplete',
    missing: '{missing} is still missing.',
    topUp: 'Send the missing {missing} to the same address before {time} to complete your payment.',
    late: '{received} of {amount} arrived, after the time limit. It was not enough to complete the payment.',
    closed: 'Please do not pay again.',
    amount: 'Missing amount',
  },

  expired: {
    headline: 'This price has expired',
    unpaidTitle: 'I have not paid',
    unpaidLink: 'Nothing was charged. You can get a new price now.',
    unpaidAdHoc: 'Nothing was charged. Go back to the shop to start again.',
    unpaidNowhere: 'Nothing was charged. Ask for a new payment page where you got this one.',
    newPrice: 'Get a new price',
    sentTitle: 'I already sent it',
    sentOpen: 'Do not pay twice. A late payment is accepted until {time}.',
    sentClosed: 'Do not pay twice.',
  },

  idle: {
    headline: 'Start again',
    body: 'This page was open for a long time without a payment. Nothing was charged.',
  },

  failed: {
    headline: 'Payment failed',
    body: 'The transaction was detected on the blockchain but later removed from it, so nothing was received. Your wallet shows whether the funds are back.',
  },

  contact: {
    seller: 'Contact {seller}',
    anonymous: 'Contact the seller',
    with: 'Contact {seller} with the reference below.',
    unknown: 'For help, go back to where you got this payment page, and give the reference below.',
    subject: 'Payment {reference}',
  },

  receipt: {
    seller: 'Seller',
    item: 'Item',
    price: 'Price',
    amount: 'Amount',
    received: 'Received',
    missing: 'Missing',
    extra: 'Extra',
    network: 'Network',
    transaction: 'Transaction',
    paidAt: 'Paid on',
    reference: 'Reference',
    openTransaction: 'View in the block explorer',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    share: 'Share',
    print: 'Print',
    keep: 'This page stays available as your receipt.',
  },

  unfinished: {
    headline: 'You have an unfinished payment',
    body: 'If you have already paid, continue with it. Do not pay twice.',
    continue: 'Continue with it',
    startNew: 'Start a new payment',
  },

  back: 'Back to the shop',
  backTo: 'Back to {seller}',
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
