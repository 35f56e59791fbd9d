import type { OwnerMail } from '../../aws/mail-owner.ts'
import type { AuditEntry } from '../../kernel/audit-entry.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact, type Write } from '../../kernel/store/transact.ts'
import { changesPriceOrTarget } from '../../records/payment-links/rules/change-payment-link.ts'
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
import { isCounted, mailedAs } from './rules/mailed-actions.ts'
import { newBrowser } from './sign-in/start-sign-in.ts'
import { loadOwnerMail, ownerMailWrite, type Sent } from './store/owner-mail.ts'

const minuteMs = 60_000

/** An entry is stored within this time after its id was created. */
const settledMs = 2 * minuteMs

/** A new deployment looks this far back. */
const firstMs = 60 * minuteMs

/** Counted entries alone wait until an hour after the last mail. */
const countedMs = 60 * minuteMs

type Deps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  mail: (mail: OwnerMail) => Promise<void>
  /** The number of addresses that get the mails; null if unknown. */
  countSubscribers: () => Promise<number | null>
}

/**
 * Mails owners, according to the audit log, each change by which somebody could get at money and each sign-in from a
 * new browser, in one mail for all, and sends the same to their webhook. Neither waits for the other: errors are thrown
 * once both were tried. If noting a mail fails, it is sent twice. Nothing turns it off: once nobody is subscribed to
 * the mails, the webhook is notified of that.
 */
export async function mailChanges(deps: Deps): Promise<{ reported: number }> {
  const { table, now, mail, countSubscribers } = deps
  const until = new Date(now().getTime() - settledMs)
  const first = { until: new Date(until.getTime() - firstMs), at: null }
  const before = (await loadOwnerMail(table)) ?? {
    ...{ mail: first, webhook: first },
    unmailedSince: null,
  }
  const failures = new Set<unknown>()
  const unlessItFails = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error: unknown) => void failures.add(error))
  const webhookState = once(() =>
    Promise.all([loadInstanceWebhook(table), loadInstanceDeliveryHealth(table)]),
  )

  const subscribers = (await unlessItFails(countSubscribers())) ?? null
  const unmailedSince = unmailedAfter(before.unmailedSince, subscribers, now())
  const isChanged = unmailedSince?.getTime() !== before.unmailedSince?.getTime()
  const found = await entriesBetween(table, before.webhook.until, until)
  const posted = await unlessItFails(
    tell(deps, found, {
      ...{ until, subscribers },
      sent: before.webhook,
      isUrgent: isChanged && unmailedSince !== null,
      isChanged,
      async send(data) {
        const [webhook] = await webhookState()
        const receivers = receiversSince(webhook, before.webhook.until)
        const event = { type: 'instance.changed', data } as const
        return instanceDeliveries(deps, event, receivers).map(instanceDeliveryWrite)
      },
      note: (webhook) => ownerMailWrite({ ...before, webhook, unmailedSince }),
    }),
  )

  const isSame = before.mail.until.getTime() === before.webhook.until.getTime()
  const noted = posted ? { webhook: posted.sent, unmailedSince } : before
  const mailed = await unlessItFails(
    tell(deps, isSame ? found : await entriesBetween(table, before.mail.until, until), {
      ...{ until, subscribers },
      sent: before.mail,
      async send(batch) {
        const [state, health] = (await unlessItFails(webhookState())) ?? []
        await mail(mailOfChanges(batch, state ? failingSince(state, health) : null))
        return []
      },
      note: (sent) => ownerMailWrite({ ...noted, mail: sent }),
    }),
  )
  if (failures.size > 0) {
    throw new AggregateError(failures, [...failures].map(String).join('; '))
  }
  return { reported: mailed?.reported ?? 0 }
}

function unmailedAfter(since: Date | null, subscribers: number | null, now: Date): Date | null {
  if (subscribers === null) return since
  return subscribers === 0 ? (since ?? now) : null
}

type Channel = {
  until: Date
  subscribers: number | null
  sent: Sent
  /** Whether to send, even without entries. */
  isUrgent?: boolean
  /** Whether to note the state, even without entries. */
  isChanged?: boolean
  /** Returns writes for the transaction that notes this. */
  send: (batch: InstanceChanges) => Promise<Write[]>
  note: (sent: Sent) => Write
}

/** Sends the entries, unless there are none, or they can wait. */
async function tell(
  { table, now }: Deps,
  { found, isCut }: Found,
  { until, subscribers, sent, isUrgent = false, isChanged = false, send, note }: Channel,
): Promise<{ reported: number; sent: Sent }> {
  const reported = found.filter(isReported)
  const cannotWait = isUrgent || isCut || !reported.every(isCounted)
  const isDue = cannotWait || (reported.length > 0 && !isSoon(sent.at, now()))
  const isOver = (reported.length === 0 && found.length > 0) || isChanged
  if (!isDue && !isOver) return { reported: 0, sent }
  const writes = isDue ? await send(await batchOf(table, reported, { isCut, subscribers })) : []
  const next = { until, at: isDue ? now() : sent.at }
  await transact(table, [note(next), ...writes])
  return { reported: reported.length, sent: next }
}

async function batchOf(
  table: Table,
  reported: AuditEntry[],
  around: { isCut: boolean; subscribers: number | null },
): Promise<InstanceChanges> {
  const { baseUrl = 'your instance' } = await loadStoredSettings(table, 'live')
  return batchOfChanges(reported, { baseUrl, ...around })
}

function isSoon(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < countedMs
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= work()
    return result
  }
}

function isReported({ action, details, before, after }: AuditEntry): boolean {
  if (action === 'account.sign-in') return details['browser'] === newBrowser
  if (action === 'payment-link.change') return changesPriceOrTarget(before, after)
  return mailedAs(action) !== null
}
