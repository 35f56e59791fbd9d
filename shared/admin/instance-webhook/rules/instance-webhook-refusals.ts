import { refusing } from '../../../kernel/refusals.ts'

export const instanceWebhookRefusals = {
  no_instance_webhook: {
    code: 'resource_not_found',
    text: 'There is no instance webhook. Set one: npm run operate -- instance-webhook set',
  },
  instance_webhook_changed_often: {
    code: 'state_changed',
    text: 'The instance webhook was changed 20 times within three days, so it can’t be changed now. Those it had are still notified.',
  },
} as const

export const refuseInstanceWebhook = refusing(instanceWebhookRefusals)
