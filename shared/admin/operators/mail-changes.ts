import type { AuditEntry } from '../../kernel/audit-entry.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import { modes } from '../../kernel/mode.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
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
import { batchOfChanges } from './batch-of-changes.ts'
import { mailOfChanges } from './mail-of-changes.ts'
import { attempts, mailedActions } from './rules/mailed-actions.ts'
import { newBrowser } from './sign-in/start-sign-in.ts'
import { loadOwnerMail, ownerMailWrite } from './store/owner-mail.ts'

const minuteMs = 60_000

/** An entry is stored within this time after it got its id. */
const settledMs = 2 * minuteMs

/** A new deployment looks back so far. */
const firstMs = 60 * minuteMs

/** If nothing was changed, attempts wait for an hour after the last mail: anybody can cause them. */
const attemptsMs = 60 * minuteMs

/** So many are read at a time, and so many are looked at. */
const pageLength = 50
const mostRead = 1_000

type Deps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  mail: (mail: OwnerMail) => Promise<void>
}

/**
 * Mails owners each change by which somebody could get at money, and each sign-in from a new browser, by the audit log, in one
 * mail for all, and has the same sent to their webhook. If noting that fails, the mail comes twice. Nothing turns it off.
 */
export async function mailChanges(deps: Deps): Promise<{ told: number }> {
  const { table, now, mail } = deps
  const until = new Date(now().getTime() - settledMs)
  const state = await loadOwnerMail(table)
  const since = state?.toldUntil ?? new Date(until.getTime() - firstMs)
  const { found, isCut } = await entriesBetween(table, since, until)
  const told = found.filter(isTold)
  if (told.length === 0 && !isCut) {
    if (found.length > 0)
      await transact(table, [
        ownerMailWrite({ toldUntil: until, mailedAt: state?.mailedAt ?? null }),
      ])
    return { told: 0 }
  }
  const isUrgent = isCut || told.some(({ action }) => !attempts.has(action))
  if (!isUrgent && isSoon(state?.mailedAt, now())) return { told: 0 }
  const [{ baseUrl = 'your instance' }, webhook, health] = await Promise.all([
    loadStoredSettings(table, 'live'),
    loadInstanceWebhook(table),
    loadInstanceDeliveryHealth(table),
  ])
  const batch = batchOfChanges(told, { baseUrl, isCut })
  await mail(mailOfChanges(batch, failingSince(webhook, health)))
  const event = { type: 'instance.changed', data: batch } as const
  const deliveries = instanceDeliveries(deps, event, receiversSince(webhook, since))
  await transact(table, [
    ownerMailWrite({ toldUntil: until, mailedAt: now() }),
    ...deliveries.map(instanceDeliveryWrite),
  ])
  return { told: told.length }
}

function isSoon(mailedAt: Date | null | undefined, now: Date): boolean {
  return !!mailedAt && now.getTime() - mailedAt.getTime() < attemptsMs
}

type Found = { found: AuditEntry[]; isCut: boolean }

/** Of both modes, newest first. If there are more than a thousand, whoever added them may want to hide one. */
async function entriesBetween(table: Table, since: Date, until: Date): Promise<Found> {
  const found: AuditEntry[] = []
  let isCut = false
  for (const mode of modes) {
    let before: string | null = null
    for (let read = 0; read < mostRead; read += pageLength) {
      const filter = { mode, since, before: before ?? undefined }
      const page = await pageAuditEntries(table, filter, { limit: pageLength })
      found.push(...page.items.filter(({ createdAt }) => createdAt < until))
      before = page.nextCursor
      if (before === null) break
    }
    isCut ||= before !== null
  }
  const newest = (a: AuditEntry, b: AuditEntry) => b.createdAt.getTime() - a.createdAt.getTime()
  return { found: found.sort(newest), isCut }
}

function isTold({ action, details }: AuditEntry): boolean {
  if (action === 'account.sign-in') return details['browser'] === newBrowser
  return mailedActions[action] !== null
}
