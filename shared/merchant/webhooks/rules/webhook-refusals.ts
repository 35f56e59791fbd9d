import { refusing } from '../../../kernel/refusals.ts'

export const webhookRefusals = {
  attempt_under_way: {
    code: 'state_changed',
    text: 'An attempt of delivery {id} is under way. Try again in a minute.',
  },
  secret_changed: {
    code: 'state_changed',
    text: 'The secret of webhook endpoint {id} was changed at the same time. List the endpoints to see which secret it has.',
  },
  too_many_endpoints: {
    code: 'parameter_invalid',
    text: '{mode} mode already has {most} webhook endpoints, the maximum. Delete one first.',
  },
  endpoint_deleted: { code: 'state_changed', text: 'The webhook endpoint {id} is deleted.' },
  endpoint_disabled: {
    code: 'state_changed',
    text: 'The webhook endpoint {id} is disabled. Enable it first.',
  },
} as const

/** About an empty list of event types. */
export const eventTypeSentences = {
  no_types_of_new: 'must name at least one event type; leave it out for the default ones',
  no_types_kept: 'must name at least one event type; leave it out to keep them',
} as const

export const refuseWebhook = refusing(webhookRefusals)
