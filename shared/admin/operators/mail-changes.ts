import type { AuditEntry } from '../../kernel/audit-entry.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact, type Write } from '../../kernel/store/transact.ts'
import type { OwnerMail } from '../../payments/wallet/mail-next-index.ts'
import { loadStoredSettings } from '../../records/settings/store/settings.ts'
import { instanceDeliveries } from '../instance-webhook/instance-deliveries.ts'
import { failingSince } from '../instance-webhook/rules/instance-delivery.ts'
import { receiversSince } from '../instance-webhook/rules/instance-webhook.ts'
import {
  instanceDeliveryWrite,
  loadInstanceDeliveryHealth,
} from '../instance-webhook/store/instance-deliveries.ts'
import { loadInstanceWebhook } from '../instance-webhook/store/instance-webhook.ts'
import type { InstanceChanges } from '../instance-webhook/wire/instance-event.ts'
import { batchOfChanges } from './batch-of-changes.ts'
import { entriesBetween, type Found } from './entries-between.ts'
import { mailOfChanges } from './mail-of-changes.ts'
import { attempts, mailedActions } from './rules/mailed-actions.ts'
import { newBrowser } from './sign-in/start-sign-in.ts'
import { loadOwnerMail, ownerMailWrite, type Sent } from './store/owner-mail.ts'

const minuteMs = 60_000

/** An entry is stored within this time after it got its id. */
const settledMs = 2 * minuteMs

/** A new deployment looks back so far. */
const firstMs = 60 * minuteMs

/** If nothing was changed, attempts wait for an hour after the last mail: anybody can cause them. */
const attemptsMs = 60 * minuteMs

type Deps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  mail: (mail: OwnerMail) => Promise<void>
}

/**
 * Mails owners each change by which somebody could get at money, and each sign-in from a new browser, by the audit log, in one
 * mail for all, and has the same sent to their webhook. Neither waits for the other: what fails is thrown once both were tried.
 * If noting a mail fails, it comes twice. Nothing turns it off.
 */
export async function mailChanges(deps: Deps): Promise<{ reported: number }> {
  const { table, now, mail } = deps
  const until = new Date(now().getTime() - settledMs)
  const first = { until: new Date(until.getTime() - firstMs), at: null }
  const before = (await loadOwnerMail(table)) ?? { mail: first, webhook: first }
  const failures = new Set<unknown>()
  const unlessItFails = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error: unknown) => void failures.add(error))
  const webhookState = once(() =>
    Promise.all([loadInstanceWebhook(table), loadInstanceDeliveryHealth(table)]),
  )

  const found = await entriesBetween(table, before.webhook.until, until)
  const posted = await unlessItFails(
    tell(deps, found, {
      until,
      sent: before.webhook,
      async send(data) {
        const [webhook] = await webhookState()
        const receivers = receiversSince(webhook, before.webhook.until)
        const event = { type: 'instance.changed', data } as const
        return instanceDeliveries(deps, event, receivers).map(instanceDeliveryWrite)
      },
      note: (webhook) => ownerMailWrite({ ...before, webhook }),
    }),
  )

  const isSame = before.mail.until.getTime() === before.webhook.until.getTime()
  const webhook = posted?.sent ?? before.webhook
  const mailed = await unlessItFails(
    tell(deps, isSame ? found : await entriesBetween(table, before.mail.until, until), {
      until,
      sent: before.mail,
      async send(batch) {
        const [state, health] = (await unlessItFails(webhookState())) ?? []
        await mail(mailOfChanges(batch, state ? failingSince(state, health) : null))
        return []
      },
      note: (noted) => ownerMailWrite({ mail: noted, webhook }),
    }),
  )
  if (failures.size > 0) {
    throw new AggregateError(failures, [...failures].map(String).join('; '))
  }
  return { reported: mailed?.reported ?? 0 }
}

type Channel = {
  until: Date
  sent: Sent
  /** Returns what is to be stored in the transaction that notes this. */
  send: (batch: InstanceChanges) => Promise<Write[]>
  note: (sent: Sent) => Write
}

/** Sends what was found, unless it is nothing, or can wait. */
async function tell(
  { table, now }: Deps,
  { found, isCut }: Found,
  { until, sent, send, note }: Channel,
): Promise<{ reported: number; sent: Sent }> {
  const reported = found.filter(isReported)
  const isUrgent = isCut || reported.some(({ action }) => !attempts.has(action))
  const isDue = isUrgent || (reported.length > 0 && !isSoon(sent.at, now()))
  const isOver = reported.length === 0 && found.length > 0
  if (!isDue && !isOver) return { reported: 0, sent }
  const writes = isDue ? await send(await batchOf(table, reported, isCut)) : []
  const next = { until, at: isDue ? now() : sent.at }
  await transact(table, [note(next), ...writes])
  return { reported: reported.length, sent: next }
}

async function batchOf(
  table: Table,
  reported: AuditEntry[],
  isCut: boolean,
): Promise<InstanceChanges> {
  const { baseUrl = 'your instance' } = await loadStoredSettings(table, 'live')
  return batchOfChanges(reported, { baseUrl, isCut })
}

function isSoon(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < attemptsMs
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= work()
    return result
  }
}

function isReported({ action, details }: AuditEntry): boolean {
  if (action === 'account.sign-in') return details['browser'] === newBrowser
  return mailedActions[action] !== null
}
