import { refusing } from '../../../kernel/refusals.ts'

export const integrationRefusals = {
  no_credentials: {
    code: 'resource_not_found',
    text: '{provider} has no credentials in {mode} mode. Store them with "integrations set".',
  },
  no_replacement_pending: {
    code: 'state_changed',
    text: 'No replacement of {provider} is pending. "integrations list" shows what is in use.',
  },
  no_sandbox: {
    code: 'parameter_invalid',
    param: 'mode',
    text: '{title} has no sandbox, so it can only be used in live mode.',
  },
} as const

export const refuseIntegration = refusing(integrationRefusals)
