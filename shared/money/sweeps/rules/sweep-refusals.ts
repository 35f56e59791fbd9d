import { refusing } from '../../../kernel/refusals.ts'

export const sweepRefusals = {
  not_a_gas_cap: {
    code: 'parameter_invalid',
    param: 'gasCap',
    text: 'gasCap must be an amount of {symbol}, such as 0.002.',
  },
  sweep_is_mined: {
    code: 'state_changed',
    text: 'Sweep {id} is mined and moves its money. There is nothing to abandon.',
  },
  sweep_has_ended: {
    code: 'state_changed',
    text: 'Sweep {id} has ended as {status}. There is nothing to abandon.',
  },
  token_is_listed: {
    code: 'parameter_invalid',
    param: 'token',
    text: '{symbol} is listed on {chain}, so it is swept anyway.',
  },
  not_a_deposit_address: {
    code: 'parameter_invalid',
    param: 'address',
    text: "{named} isn't a deposit address or session in {mode} mode.",
  },
  session_still_open: {
    code: 'state_changed',
    text: 'Session {sessionId} is open. Wait until it is closed.',
  },
} as const

export const sweepSentences = { no_hex_address: 'must be 0x and 40 hexadecimal digits' } as const

export const refuseSweep = refusing(sweepRefusals)
