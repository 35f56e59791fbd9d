import { EventLog } from './event-log.ts'
import { Resources } from './generated/resources.ts'
import { createSender, type SenderOptions } from './sender.ts'
import { webhookVerifier } from './verify-webhook.ts'

/** Verifies webhook messages; it needs no API key. */
export const webhooks = webhookVerifier()

/** A client for the API of one instance, with one API key: `new Quittance({ apiKey, baseUrl })`. */
export class Quittance extends Resources {
  readonly webhooks = webhooks
  override readonly events: EventLog

  /** Throws `TypeError` if the key or the URL can't be valid, before anything is sent. */
  constructor(options: SenderOptions) {
    const { apiKey, baseUrl } = options
    if (!/^ck_(live|test)_\w+$/.test(apiKey)) {
      throw new TypeError('apiKey must be an API key: ck_live_… or ck_test_….')
    }
    if (!/^https?:\/\//.test(baseUrl) || /\/api(\/v1)?\/*$/.test(baseUrl)) {
      throw new TypeError(
        'baseUrl must be the URL of the instance, without /api/v1: https://pay.example.com.',
      )
    }
    const send = createSender(options)
    super(send)
    this.events = new EventLog(send)
  }
}
