import { refusing } from '../../../kernel/refusals.ts'

export const walletRefusals = {
  no_wallet_yet: {
    code: 'wallet_not_configured',
    text: 'The instance has no wallet yet. Its owner has to finish the setup.',
  },
  watch_only: {
    code: 'state_changed',
    text: 'This instance is watch-only: it has no words, and sends nothing. Its owner sweeps with npm run recover, see docs/watch-only.md.',
  },
} as const

export const refuseWallet = refusing(walletRefusals)
