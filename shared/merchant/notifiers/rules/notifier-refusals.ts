import { refusing } from '../../../kernel/refusals.ts'

export const notifierRefusals = {
  notifier_not_connected: {
    code: 'resource_not_found',
    text: '{notifier} is not connected in {mode} mode. Connect it with "notifiers connect".',
  },
  token_not_accepted: {
    code: 'parameter_invalid',
    param: 'token',
    text: "{vendor} did not accept the token (HTTP {status}). Copy it again from the vendor's dashboard.",
  },
  vendor_failed: { code: 'timed_out', text: '{said} Try again in a minute.' },
} as const

export const tokenSentences = { no_token: 'must be printable ASCII without spaces' } as const

export const refuseNotifier = refusing(notifierRefusals)
