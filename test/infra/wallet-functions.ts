/** They store mnemonics and the public keys that belong to them. */
export const storingMnemonics = [
  'operator-add-wallet',
  'operator-set-up-instance',
  'operator-set-up-wallet',
]

/** They store the public keys of accounts, of which addresses are derived. */
export const storingAccounts = [...storingMnemonics, 'operator-set-up-watch-only']

/** They change where swept money goes. */
export const settingPayoutWallets = [
  'operator-cancel-payout-wallet',
  'operator-set-payout-wallet',
  'operator-set-up-instance',
]

/** They derive addresses from the public keys, or read with them how old a wallet is. */
export const derivingAddresses = [
  'avoid-used-addresses',
  'create-checkout-session',
  'open-link',
  'operator-adopt-addresses',
  'operator-check-skipped-addresses',
  'operator-set-payout-wallet',
  'sync-notifiers',
]
