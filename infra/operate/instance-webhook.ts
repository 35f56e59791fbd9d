import { removeInstanceWebhook } from '../../shared/admin/instance-webhook/remove-instance-webhook.ts'
import { setInstanceWebhook } from '../../shared/admin/instance-webhook/set-instance-webhook.ts'
import { showInstanceWebhook } from '../../shared/admin/instance-webhook/show-instance-webhook.ts'
import type { ShownInstanceWebhook } from '../../shared/admin/instance-webhook/wire/shown-instance-webhook.ts'
import { type Command, commandOf } from './command.ts'

export const instanceWebhookCommands: readonly Command[] = [
  commandOf(showInstanceWebhook, {
    text: ({ webhook }) => (webhook ? described(webhook) : 'There is no instance webhook.'),
  }),
  commandOf(setInstanceWebhook, {
    text: ({ url, secret, previousSecretsUntil: [until] }) =>
      [
        `${secret}\n\nStore it: it is not shown again. A test message is sent to ${url} within a minute.`,
        ...(until ? [`The previous secret also signs until ${until}.`] : []),
      ].join(' '),
  }),
  commandOf(removeInstanceWebhook, {
    text: () => 'The instance webhook is removed, and is notified of that. Mails continue.',
  }),
]

function described(webhook: ShownInstanceWebhook): string {
  const { url, secretPrefix, createdAt, failingSince, lastAttemptAt, lastOutcome } = webhook
  const latest = lastAttemptAt ? `${lastAttemptAt}: ${lastOutcome}` : 'none yet'
  return [
    `${url}, since ${createdAt}, secret ${secretPrefix}…`,
    `Latest attempt: ${latest}`,
    ...(failingSince ? [`No message was accepted since ${failingSince}.`] : []),
  ].join('\n')
}
