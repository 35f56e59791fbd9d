/**
 * Maps that a write replaces by another one of the same meaning, so that nothing of the earlier one is left to keep: what a
 * newer version added to it was about the earlier value. A map that is otherwise the same must keep it.
 */
const whole: Readonly<Record<string, string>> = {
  'bookFinding differences[]': 'another reading of the chain',
  'bookRounds daily': 'another round',
  'bookRounds ordered': 'another round',
  'export position': 'where the next part begins',
  'instanceWebhook current': 'another address; the earlier one moves to the former ones as it is',
  'instanceWebhook current.secret': 'another secret',
  'integration next': 'another account',
  'integration next.credentials': 'sealed again',
  'integrationState tokens': 'renewed tokens',
  'payoutWallet current.sealed': 'sealed again, for another version',
  'payoutWallet next': 'another address',
  'payoutWallet next.sealed': 'another address',
  'payoutWallet sealedState': 'the seal of all of it',
  'session lock': 'another price; the earlier one moves to the other terms as it is',
  'session received': 'another reading of the chain',
  'session settlement': 'another decision',
  'setupProgress testPayment': 'another payment',
  'webhookEndpoint secret': 'another secret',
}

/** Begun, written several times and ended by one invocation, so that no other version writes in between. */
export const ofOneInvocation: ReadonlySet<string> = new Set(['work steps[]'])

export const wholeValues: ReadonlySet<string> = new Set(Object.keys(whole))
