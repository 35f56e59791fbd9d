import { refusing } from '../../../kernel/refusals.ts'

const noneLost =
  'No money is lost: it stays at the address, and this command finds it once the chain can be read again.\nWhat could be read is recorded: npm run operate -- sessions show {id}'

export const paymentRefusals = {
  nothing_to_accept: {
    code: 'state_changed',
    text: 'There is nothing to accept: no money in a listed asset is recorded at its address, and no payment by a provider. To check again: npm run operate -- sessions check.',
  },
  no_money_named: {
    code: 'parameter_missing',
    param: 'deposits',
    text: 'Name the money to accept: {choice}.',
  },
  no_such_money: {
    code: 'parameter_invalid',
    param: 'deposits',
    text: 'There is no {name} to accept. Available: {choice}.',
  },
  already_settled: {
    code: 'state_changed',
    text: 'Session {id} is already {status}, so there is nothing to accept.',
  },
  accepted_too_early: {
    code: 'state_changed',
    text: 'Session {id} is {status} and still open, so it can still be paid. Accept it once it is closed.',
  },
  dismissed_too_early: {
    code: 'state_changed',
    text: 'Session {id} is {status} and still open, so none of its deposits are listed yet. Dismiss it once it is closed.',
  },
  nothing_to_dismiss: {
    code: 'state_changed',
    text: 'Session {id} is {status} and has no undecided deposit, so there is nothing to dismiss.',
  },
  no_such_deposit: {
    code: 'parameter_invalid',
    param: 'deposits',
    text: 'The session has no deposit {name}. To see them: npm run operate -- sessions show.',
  },
  was_dismissed: {
    code: 'state_changed',
    text: "{name} was dismissed. Nothing was accepted. To accept it anyway, do so on the payment's page, or from the terminal with --dismissed.",
  },
  was_dismissed_by: {
    code: 'state_changed',
    text: "{name} was dismissed at {at} by {who}: {note} Nothing was accepted. To accept it anyway, do so on the payment's page, or from the terminal with --dismissed.",
  },
  was_dismissed_at_terminal: {
    code: 'state_changed',
    text: "{name} was dismissed at {at} by somebody at a terminal: {note} Nothing was accepted. To accept it anyway, do so on the payment's page, or from the terminal with --dismissed.",
  },
  money_on_disabled_chain: {
    code: 'unsupported_chain',
    param: 'deposits',
    text: "Chain {chainId} is not enabled, so {name} can't be confirmed. Configure its nodes again.",
  },
  money_not_confirmed: {
    code: 'state_changed',
    param: 'deposits',
    text: 'Only {confirmed} of {amount} ({name}) is confirmed at its address on {chain}. If a sweep is moving it, or it has just arrived, try again in a few minutes. If a reorg removed it, check the payment: npm run operate -- sessions check.',
  },
  settled_meanwhile: {
    code: 'state_changed',
    text: 'Session {id} or one of its deposits changed at the same time, so nothing was done. Show the session and try again.',
  },
  chains_unread: {
    code: 'timed_out',
    text: `{chains} can't be read right now ({said}). To check the nodes: npm run operate -- networks test\n${noneLost}`,
  },
  chains_disabled: {
    code: 'timed_out',
    text: `Not enabled: {chains}, so payments there can't be checked. Configure the nodes again.\n${noneLost}`,
  },
} as const

export const refusePayment = refusing(paymentRefusals)
