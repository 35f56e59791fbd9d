import { refusing } from '../../../kernel/refusals.ts'

export const movingRefusals = {
  moved_wallet_first: {
    code: 'state_changed',
    text: "The data that was moved here needs the mnemonic of {walletId} first, whose first live address is {address}. With another one, what its payments hold can't be collected. A further wallet for new sessions is added afterwards: wallet add.",
  },
  import_not_ended: {
    code: 'state_changed',
    text: 'The import of data into this instance has not ended. Run it again first: npm run operate -- data import',
  },
} as const

export const refuseMoving = refusing(movingRefusals)
