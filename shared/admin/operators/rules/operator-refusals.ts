import { refusing } from '../../../kernel/refusals.ts'

export const operatorRefusals = {
  too_many_passkeys: {
    code: 'state_changed',
    text: 'An account has at most {most} passkeys. Remove one that you no longer use.',
  },
  no_such_passkey: { code: 'resource_not_found', text: 'You have no such passkey.' },
  wrong_password: {
    code: 'parameter_invalid',
    param: 'currentPassword',
    text: 'This is not your current password. Sign out if you forgot it, and ask for a reset.',
  },
  app_took_too_long: {
    code: 'state_changed',
    text: 'This took too long. Start again with a new QR code.',
  },
  app_code_not_valid: {
    code: 'parameter_invalid',
    param: 'code',
    text: 'This code is no longer valid. Enter the current one, and check that the clock of your phone is right.',
  },
  only_second_factor: {
    code: 'state_changed',
    text: 'This is your only second factor. Add another one before you remove it.',
  },
  sign_in_ended: {
    code: 'resource_not_found',
    text: 'You have no such sign-in, or it has ended.',
  },
  can_sign_in_already: {
    code: 'state_changed',
    text: '{email} can sign in already. To let them do more or less, change their role.',
  },
  invitation_ended: {
    code: 'resource_not_found',
    text: 'This invitation was accepted, or has expired.',
  },
  invitation_gone: {
    code: 'resource_not_found',
    text: 'This link was used, revoked, or is older than 24 hours. Ask for a new one.',
  },
  nobody_called: {
    code: 'resource_not_found',
    text: 'Nobody here has the id or email {idOrEmail}.',
  },
  only_owner: {
    code: 'state_changed',
    text: '{name} is the only owner who can sign in. Another owner must add a passkey or an authenticator app first.',
  },
  no_base_url: {
    code: 'state_changed',
    text: 'This instance has no base URL yet. Set it up, or run settings move.',
  },
  no_such_factor: {
    code: 'resource_not_found',
    text: 'There is no such factor. There are: {known}.',
  },
  several_passkeys: {
    code: 'parameter_invalid',
    param: 'factor',
    text: 'Several passkeys are called {name}. Name one by its id, or run operators reset-access.',
  },
  own_factors_only: {
    code: 'parameter_invalid',
    param: 'id',
    text: 'You can stop your own factors only. Leave id out.',
  },
  whose_factor: {
    code: 'parameter_invalid',
    param: 'id',
    text: 'Say whose factor it is, by id or email.',
  },
  factor_of_proof: {
    code: 'sign_in_failed',
    text: 'A factor can’t confirm its own change. Use another one, or a recovery code.',
  },
  passkey_refused: {
    code: 'sign_in_failed',
    text: 'This passkey was not accepted. Use another one, or your password.',
  },
  challenge_gone: {
    code: 'sign_in_failed',
    text: 'This took too long, or was used before. Start again.',
  },
  password_only: {
    code: 'state_changed',
    text: 'Nothing but the password would be left. Run operators reset-access in the terminal, which voids that, too.',
  },
  codes_stopped: {
    code: 'codes_stopped',
    text: 'After {most} wrong codes, codes of the app count no more here. Use a passkey or a recovery code. A new password or a new app starts again.',
  },
} as const

export const refuseOperator = refusing(operatorRefusals)
