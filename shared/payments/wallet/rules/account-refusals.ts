import { refusing } from '../../../kernel/refusals.ts'

/** About an account of which only the extended public key is known. */
export const accountRefusals = {
  no_account_path: {
    code: 'parameter_invalid',
    text: "{param} must be the path of an account, such as m/44'/60'/7'.",
  },
  account_used_elsewhere: {
    code: 'parameter_invalid',
    text: '{param} must be of an account made for this: accounts 0 and 1 are used elsewhere.',
  },
  key_of_other_path: {
    code: 'parameter_invalid',
    text: '{param} is not that of {path}: compare the path in your wallet.',
  },
  address_of_other_key: {
    code: 'parameter_invalid',
    text: '{param} must be the address at {path}, and this key makes another one. Compare account and key in your wallet.',
  },
  private_key_given: {
    code: 'parameter_invalid',
    text: '{param} is a private key, which nobody else may have. Move what its account holds, make a new one, and give its extended public key: it begins with xpub.',
  },
  no_public_key: {
    code: 'parameter_invalid',
    text: '{param} must be an extended public key, which begins with xpub.',
  },
} as const

export const refuseAccount = refusing(accountRefusals)
