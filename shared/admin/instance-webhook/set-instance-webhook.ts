import * as z from 'zod'
import { appSecrets } from '../../http/app-secrets.ts'
import { requirePublicUrl, type UrlRules } from '../../http/client/check-url.ts'
import { urlRules } from '../../http/client/url-rules.ts'
import { newId, type RandomBytes } from '../../kernel/ids.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import { url } from '../../kernel/wire/url.ts'
import { newWebhookSecret, secretPrefixOf } from '../../merchant/webhooks/sending/webhook-secret.ts'
import { rotatedSecrets } from '../../records/outbox/rules/webhook-endpoint.ts'
import { loadStoredSettings } from '../../records/settings/store/settings.ts'
import { instanceDeliveries } from './instance-deliveries.ts'
import { receiverChange, receiverWrite } from './replace-receiver.ts'
import { type Receiver, receiverSecretContext } from './rules/instance-webhook.ts'
import { instanceDeliveryWrite } from './store/instance-deliveries.ts'
import { instanceWebhookWrite, loadInstanceWebhook } from './store/instance-webhook.ts'
import { presentInstanceWebhook, shownInstanceWebhook } from './wire/shown-instance-webhook.ts'

const set = shownInstanceWebhook.unwrap().extend({ secret: z.string() })

export const setInstanceWebhook = operatorOperation({
  name: 'set-instance-webhook',
  role: 'owner',
  proof: 'always',
  command: 'instance-webhook set',
  input: z.strictObject({ url }),
  output: set,
  touches: {
    table: 'write',
    encrypts: ['app-secrets'],
    administers: ['instance-webhook', 'instance-deliveries', 'audit-log'],
  },
  docs: {
    summary:
      'Send what changes in the instance to a URL as well; the secret is shown once. The same URL gets another secret',
  },
  needs: (config) => ({ sealSecret: appSecrets(config).seal, urlRules: urlRules(config) }),
  /**
   * Sends an `instance.test` event there. A receiver that is replaced is still sent this change; if its URL stays, its old secret
   * also signs for 24 hours. Throws `parameter_invalid` for a URL that can't be public, and `state_changed`.
   */
  async run(services: Services, { input: { url } }) {
    requirePublicUrl(url, services.urlRules)
    const { table, now } = services
    const [before, settings] = await Promise.all([
      loadInstanceWebhook(table),
      loadStoredSettings(table, 'live'),
    ])
    const { current } = before
    const secret = newWebhookSecret(services.randomBytes)
    const isSame = current?.url === url
    const receiver = isSame
      ? await rotated(services, current, secret)
      : await newReceiver(services, url, secret)
    const { baseUrl = '' } = settings
    const nothing = { changes: [], attempts: [], more: 0, complete: true, subscribers: null }
    const data = { instance: baseUrl, ...nothing }
    const test = { type: 'instance.test', data: { object: 'instance_changes', ...data } } as const
    const stored = isSame
      ? instanceWebhookWrite({ ...before, version: before.version + 1, current: receiver })
      : receiverWrite(before, receiver, now())
    return {
      writes: [
        stored,
        ...instanceDeliveries(services, test, [receiver]).map(instanceDeliveryWrite),
      ],
      changes: [receiverChange(actionOf(current, receiver), current, receiver)],
      result: { ...presentInstanceWebhook(receiver, undefined, now()), secret },
    }
  },
})

type Services = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  sealSecret: (secret: string, context: Record<string, string>) => Promise<Sealed>
  urlRules: UrlRules
}

function actionOf(before: Receiver | null, after: Receiver) {
  if (!before) return 'webhook-endpoint.create'
  return before.id === after.id ? 'webhook-endpoint.rotate-secret' : 'webhook-endpoint.change'
}

async function newReceiver(
  { now, randomBytes, sealSecret }: Services,
  url: string,
  text: string,
): Promise<Receiver> {
  const createdAt = now()
  const id = newId('webhookEndpoint', createdAt, randomBytes)
  const secret = await sealSecret(text, receiverSecretContext(id))
  const secretPrefix = secretPrefixOf(text)
  return { id, url, secret, secretPrefix, previousSecrets: [], createdAt }
}

async function rotated(
  { now, sealSecret }: Services,
  receiver: Receiver,
  text: string,
): Promise<Receiver> {
  const secret = await sealSecret(text, receiverSecretContext(receiver.id))
  const secrets = rotatedSecrets(receiver, { secret, at: now() })
  return { ...receiver, ...secrets, secretPrefix: secretPrefixOf(text) }
}
