export const refundEn = {
  title: 'Refund',
  headline: 'You get {amount} back',
  body: 'Where should it go? Enter an address of your wallet on {chain}.',
  address: 'Your address on {chain}',
  hint: 'Copy it from your wallet instead of typing it.',
  exchange:
    'Is your wallet at an exchange? Enter a deposit address that it shows you for {asset} on {chain}. The address that you paid from may not be yours.',
  check: 'Check address',
  checking: 'Checking the address',
  problems: {
    format: 'This is not an address. It has 0x and 40 characters from 0 to 9 and a to f.',
    checksum: 'At least one character is wrong. Copy the address from your wallet again.',
    reserved: 'Nobody can use this address. Copy the address from your wallet again.',
    contract:
      'This is the contract of a coin, which keeps what is sent to it. Enter the address of your wallet.',
    ours: 'This address belongs to the seller’s payment system. Enter the address of your own wallet.',
  },
  failed: 'The address could not be checked. Try again in a moment.',
  look: {
    headline: 'Is this your address?',
    body: '{amount} will be sent to it on {chain}. You cannot change it afterwards.',
    warning:
      'This address is a contract on another network, but not on {chain}. Continue only if you can use it on {chain}, or the money may be lost.',
    confirm: 'Yes, send it here',
    change: 'Change the address',
  },
  ready: {
    headline: 'Address saved',
    body: 'The seller will send {amount} to it. This page shows when it is sent.',
  },
  sent: { headline: 'Refund sent', body: '{amount} was sent and is being confirmed.' },
  confirmed: { headline: 'Refund complete', body: '{amount} was sent to your address.' },
  reported: {
    headline: 'Refund sent',
    body: 'The seller says that {amount} was sent another way.',
  },
  canceled: { headline: 'Refund canceled', body: 'If you have questions, ask the seller.' },
  missing: {
    headline: 'Refund not found',
    body: 'The link may be incomplete. Ask the seller for a new one.',
  },
  ended: { headline: 'This link has ended', body: 'Ask the seller for a new one.' },
  unreachable: {
    headline: 'We could not load your refund',
    body: 'The connection failed. Try again in a moment.',
  },
  transaction: 'Show the transaction',
  until: 'This link ends on {date}.',
} as const
