import { refusing } from '../../../kernel/refusals.ts'

export const setupRefusals = {
  already_claimed: {
    code: 'state_changed',
    text: 'Somebody has already claimed this instance. Sign in, or ask its owner.',
  },
  same_key_in_both_modes: {
    code: 'parameter_invalid',
    param: 'test.extendedPublicKey',
    text: 'test.extendedPublicKey must be another one than that of live mode: no address may be of both.',
  },
  set_up_with_other_words: {
    code: 'state_changed',
    text: 'This instance was set up with another mnemonic, which can’t be replaced because its deposit addresses are in use. To use another one for new sessions, add it: wallet add.',
  },
} as const

export const refuseSetup = refusing(setupRefusals)
