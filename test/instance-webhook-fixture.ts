import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { webhookVerifier } from '../sdk/src/verify-webhook.ts'
import { deliverInstanceWebhooks } from '../shared/admin/instance-webhook/deliver-instance-webhooks.ts'
import { removeInstanceWebhook } from '../shared/admin/instance-webhook/remove-instance-webhook.ts'
import type { Receiver } from '../shared/admin/instance-webhook/rules/instance-webhook.ts'
import { setInstanceWebhook } from '../shared/admin/instance-webhook/set-instance-webhook.ts'
import {
  type InstanceEvent,
  instanceEvent,
} from '../shared/admin/instance-webhook/wire/instance-event.ts'
import { mailChanges } from '../shared/admin/operators/mail-changes.ts'
import type { OwnerMail } from '../shared/aws/mail-owner.ts'
import type { Actor, NewAuditEntry } from '../shared/kernel/audit-entry.ts'
import { auditWrite, withAudit } from '../shared/kernel/operation/audit.ts'
import { commit, type Decision } from '../shared/kernel/operation/commit.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { sendWebhook } from '../shared/merchant/webhooks/sending/send.ts'
import { retrySchedule } from '../shared/records/outbox/rules/retry-schedule.ts'
import { signingSecrets } from '../shared/records/outbox/rules/webhook-endpoint.ts'
import { allGiven } from './given-services.ts'
import { emptyInstance } from './operator-accounts.ts'
import { listening } from './send-fixture.ts'
import { sealedText } from './webhook-fixture.ts'

const owner: Actor = {
  kind: 'operator',
  id: 'op_1',
  email: 'owner@example.com',
  address: '203.0.113.7',
}

type Message = { headers: IncomingHttpHeaders; body: string; event: InstanceEvent }

/** A server that keeps what it is sent; with the status `hang`, it never responds. */
export async function startReceiver(status: number | 'hang' = 200) {
  const messages: Message[] = []
  const chosen = { status }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const event = instanceEvent.parse(JSON.parse(body))
      messages.push({ headers: request.headers, body, event })
      if (chosen.status !== 'hang') response.writeHead(chosen.status).end()
    })
  })
  const url = `http://127.0.0.1:${await listening(server)}/hook?key=of-the-receiver`
  onTestFinished(() => server.closeAllConnections())
  return { url, messages, chosen }
}

/** An instance whose owner has a webhook or not, with a clock. Secrets are stored as they are. */
export async function instanceWebhookHarness() {
  const { table, services, pass } = await emptyInstance('instance webhook')
  const mails: OwnerMail[] = []
  const subscribed: { count: number | null } = { count: 1 }
  const urlRules = { allowLoopback: true }
  const sealSecret = async (secret: string) => sealedText(secret)
  const opened = ({ ciphertext }: { ciphertext: string }) => atob(ciphertext)
  const openSecrets = async (receiver: Receiver): Promise<[string, ...string[]]> => {
    const [current, ...previous] = signingSecrets(receiver, services.now())
    return [opened(current), ...previous.map(opened)]
  }
  const deps = {
    ...services,
    sealSecret,
    urlRules,
    openSecrets,
    send: (request: Parameters<typeof sendWebhook>[0]) =>
      sendWebhook(request, { ...urlRules, timeoutMs: 3_000 }),
    schedule: retrySchedule(),
    leaseSeconds: 40,
    mail: async (mail: OwnerMail) => void mails.push(mail),
    countSubscribers: async () => subscribed.count,
  }
  const request = { findActor: async () => owner }
  const audited = <Result>(decide: () => Promise<Decision<Result>>) =>
    commit(table, async () => withAudit(services, await decide(), request.findActor))
  const deliver = () => deliverInstanceWebhooks(deps)
  return {
    table,
    deps,
    mails,
    subscribed,
    pass,
    deliver,
    set: (url: string) =>
      audited(() => setInstanceWebhook.run(deps, { ...request, input: { url } })),
    remove: () =>
      audited(() => removeInstanceWebhook.run(allGiven(deps), { ...request, input: {} })),
    async add(entry: Pick<NewAuditEntry, 'action' | 'target'> & Partial<NewAuditEntry>, times = 1) {
      const about = { mode: 'live', actor: owner, note: '', outcome: '', details: {} } as const
      const writes = Array.from({ length: times }, () =>
        auditWrite(services, { ...about, ...entry }),
      )
      for (let from = 0; from < times; from += 100) {
        await transact(table, writes.slice(from, from + 100))
      }
      pass(1)
    },
    /** Ten minutes later, the changes are mailed, and sent within the minute. */
    async tell() {
      pass(600)
      await mailChanges(deps)
      return deliver()
    },
    verify: ({ body, headers }: Message, secret: string) =>
      webhookVerifier({ now: services.now }).verify(body, headers, secret),
  }
}
