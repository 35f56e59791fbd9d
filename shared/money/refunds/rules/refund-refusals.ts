import { refusing } from '../../../kernel/refusals.ts'

export const refundRefusals = {
  refund_of_provider: {
    code: 'state_changed',
    text: 'This refund was made by the hosted provider, so nothing of it can be changed here.',
  },
  refund_above_rest: {
    code: 'parameter_invalid',
    param: 'amount',
    text: 'The amount can be at most {left}: the rest is being refunded already, or was not received.',
  },
  nothing_to_refund: {
    code: 'parameter_invalid',
    param: 'amount',
    text: 'No amount of this can be refunded: the payment is still open, nothing of it was received and confirmed, or all of it is being refunded already. Money that a session did not count is an unmatched deposit: name its depositId.',
  },
  refund_on_unknown_chain: {
    code: 'unsupported_chain',
    text: 'There is no chain {chainId}. Send the money without a refund here.',
  },
  no_deposit_to_refund: {
    code: 'resource_not_found',
    param: 'depositId',
    text: 'There is no depositId {wanted} among the unmatched deposits of session {sessionId}. They are in its session.unmatched_deposit events.',
  },
  too_many_decimals: {
    code: 'parameter_invalid',
    param: 'amount',
    text: 'amount can have at most {decimals} decimals.',
  },
  refund_canceled_already: { code: 'state_changed', text: 'This refund is canceled already.' },
  refund_not_cancelable: {
    code: 'state_changed',
    text: 'This refund is {status}, so it can’t be canceled. If that is wrong, an owner voids it: npm run operate -- refunds cancel',
  },
  no_refund_proof: {
    code: 'parameter_missing',
    param: 'reference',
    text: 'Enter the transaction of the refund, or a reference.',
  },
  transaction_of_other_refund: {
    code: 'state_changed',
    param: 'txHash',
    text: 'This transaction is recorded for another refund already.',
  },
  refund_chain_disabled: {
    code: 'parameter_invalid',
    param: 'txHash',
    text: 'Chain {chainId} is not enabled, so the transaction can’t be checked.',
  },
  refund_chain_unread: {
    code: 'timed_out',
    text: '{chain} can’t be read right now, so the transaction can’t be checked. Try again in a moment.',
  },
  transaction_not_in_block: {
    code: 'parameter_invalid',
    param: 'txHash',
    text: 'No block of {chain} has this transaction yet. Wait until it is confirmed.',
  },
  transaction_failed: {
    code: 'parameter_invalid',
    param: 'txHash',
    text: 'This transaction failed on {chain}, so it refunded nothing.',
  },
  transaction_too_old: {
    code: 'parameter_invalid',
    param: 'txHash',
    text: 'This transaction is older than the payment, so it can’t be its refund.',
  },
  balances_gone: {
    code: 'parameter_invalid',
    param: 'txHash',
    text: 'The coin was passed on by a contract, and the nodes of {chain} no longer have the balances of its block. Record the refund by a reference.',
  },
  paid_none_of_refund: {
    code: 'parameter_invalid',
    param: 'txHash',
    text: 'This transaction did not pay {amount} to {address}. It paid no {symbol}.',
  },
  paid_several: {
    code: 'parameter_invalid',
    param: 'txHash',
    text: 'This transaction did not pay {amount} to {address}. It made several payments: {payments}.',
  },
  paid_something_else: {
    code: 'parameter_invalid',
    param: 'txHash',
    text: 'This transaction did not pay {amount} to {address}. It paid {paid} to {recipient}.',
  },
  refund_without_address: {
    code: 'state_changed',
    text: 'This refund has no address yet. Wait for the customer, or give it yourself.',
  },
  refund_not_waiting: {
    code: 'state_changed',
    text: 'This refund is {status} already. If that is wrong, void it and create a new one.',
  },
  refund_was_canceled: {
    code: 'state_changed',
    text: 'This refund was canceled. Create a new one.',
  },
  refund_has_address: {
    code: 'state_changed',
    text: 'This refund has its address already, and it is final. To pay another address, cancel the refund and create a new one.',
  },
} as const

/** About the input for a refund. */
export const refundSentences = {
  no_refund_amount: 'must be a decimal number above zero, such as "12.5"',
  no_transaction_hash: 'must be 0x and 64 hexadecimal digits',
} as const

export const refuseRefund = refusing(refundRefusals)
