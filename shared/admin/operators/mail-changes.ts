import { type Actor, type AuditEntry, actorId, apiKeyName } from '../../kernel/audit-entry.ts'
import { modes } from '../../kernel/mode.ts'
import { oneLine } from '../../kernel/one-line.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import type { OwnerMail } from '../../payments/wallet/mail-next-index.ts'
import { loadStoredSettings } from '../../records/settings/store/settings.ts'
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

/** So many are read at a time and listed in a mail, and so many are looked at. */
const mostListed = 50
const mostRead = 1_000

type Deps = { table: Table; now: () => Date; mail: (mail: OwnerMail) => Promise<void> }

/**
 * Mails owners each change by which somebody could get at money, and each sign-in from a new browser, by the audit log, in one
 * mail for all. If noting that fails, the mail comes twice. Nothing turns it off.
 */
export async function mailChanges({ table, now, mail }: Deps): Promise<{ told: number }> {
  const until = new Date(now().getTime() - settledMs)
  const state = await loadOwnerMail(table)
  const since = state?.toldUntil ?? new Date(until.getTime() - firstMs)
  const { found, isCut } = await entriesBetween(table, since, until)
  const told = found.filter(isTold)
  if (told.length === 0 && !isCut) {
    if (found.length > 0) await note(table, { toldUntil: until, mailedAt: state?.mailedAt ?? null })
    return { told: 0 }
  }
  const isUrgent = isCut || told.some(({ action }) => !attempts.has(action))
  if (!isUrgent && isSoon(state?.mailedAt, now())) return { told: 0 }
  const { baseUrl = 'your instance' } = await loadStoredSettings(table, 'live')
  await mail(mailOf(told, { baseUrl, isCut }))
  await note(table, { toldUntil: until, mailedAt: now() })
  return { told: told.length }
}

function isSoon(mailedAt: Date | null | undefined, now: Date): boolean {
  return !!mailedAt && now.getTime() - mailedAt.getTime() < attemptsMs
}

async function note(table: Table, state: Parameters<typeof ownerMailWrite>[0]): Promise<void> {
  await transact(table, [ownerMailWrite(state)])
}

type Found = { found: AuditEntry[]; isCut: boolean }

/** Of both modes, newest first. If there are more than a thousand, whoever added them may want to hide one. */
async function entriesBetween(table: Table, since: Date, until: Date): Promise<Found> {
  const found: AuditEntry[] = []
  let isCut = false
  for (const mode of modes) {
    let before: string | null = null
    for (let read = 0; read < mostRead; read += mostListed) {
      const filter = { mode, since, before: before ?? undefined }
      const page = await pageAuditEntries(table, filter, { limit: mostListed })
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

type Around = { baseUrl: string; isCut: boolean }

function mailOf(told: readonly AuditEntry[], { baseUrl, isCut }: Around): OwnerMail {
  const [first] = told
  const only = told.length === 1 && first ? mailedActions[first.action] : null
  const changes = told.filter(({ action }) => !attempts.has(action))
  const attempted = told.filter(({ action }) => attempts.has(action))
  const lines = [...changes.slice(0, mostListed).map(lineOf), ...counted(attempted)]
  const left = changes.length - mostListed
  return {
    subject: only ?? `${told.length} changes that you should know of`,
    text: [
      `At ${baseUrl}:`,
      lines.join('\n'),
      ...(left > 0 ? [`And ${left} more, which the audit log has.`] : []),
      ...(isCut
        ? [
            'There were more than a thousand entries in the audit log, and older ones may be missing here. Look at it.',
          ]
        : []),
      'If you don\u2019t know who did one of these, sign in, look at the audit log, remove the person, and end their sign-ins. docs/threat-model.md says of each what it can do, and how it is undone.',
    ].join('\n\n'),
  }
}

function lineOf({ action, mode, target, actor, createdAt }: AuditEntry): string {
  const at = createdAt.toISOString().slice(0, 19).replace('T', ' ')
  const of = mode === 'test' ? ' (test mode)' : ''
  return `${at} UTC  ${mailedActions[action]}${of}: ${plain(target)}, by ${actorName(actor)}`
}

/** One line for each kind: their targets are what a stranger typed. */
function counted(attempted: readonly AuditEntry[]): string[] {
  const byAction = Map.groupBy(attempted, ({ action }) => action)
  return [...byAction].map(([action, of]) => `${mailedActions[action]}: ${of.length}`)
}

function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'operator':
      return `${plain(actor.email)} from ${plain(actor.address)}`
    case 'visitor':
      return `somebody who is not signed in, from ${plain(actor.address)}`
    case 'unverified':
      return `somebody in AWS, request ${plain(actor.requestId)}`
    case 'api-key':
      return `API key ${plain(apiKeyName(actor))}`
    default:
      return plain(actorId(actor))
  }
}

/** On one line, and no longer than an ARN or an address needs. */
function plain(text: string): string {
  return oneLine(text, 150)
}
