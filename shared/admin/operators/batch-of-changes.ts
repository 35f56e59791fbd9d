import { type AuditEntry, actorId, apiKeyName, type ReadActor } from '../../kernel/audit-entry.ts'
import { oneLine } from '../../kernel/one-line.ts'
import type { InstanceChanges } from '../instance-webhook/wire/instance-event.ts'
import { isCounted, mailedAs } from './rules/mailed-actions.ts'

const mostListed = 50

type Around = { baseUrl: string; isCut: boolean; subscribers: number | null }

export function batchOfChanges(
  reported: readonly AuditEntry[],
  { baseUrl, isCut, subscribers }: Around,
): InstanceChanges {
  const changes = reported.filter((entry) => !isCounted(entry))
  // One for each kind and API key: their targets are many, or what a stranger typed.
  const counted = Map.groupBy(reported.filter(isCounted), ({ action, actor, mode }) =>
    actor.kind === 'api-key' ? `${action} ${actor.id} ${mode}` : action,
  )
  return {
    object: 'instance_changes',
    instance: baseUrl,
    changes: changes.slice(0, mostListed).map(changeOf),
    attempts: [...counted.values()].flatMap(attemptsOf),
    more: Math.max(changes.length - mostListed, 0),
    complete: !isCut,
    subscribers,
  }
}

function changeOf({ id, action, mode, target, actor, createdAt }: AuditEntry) {
  return {
    id,
    ...summarized(action),
    livemode: mode === 'live',
    target: plain(target),
    actor: { kind: actor.kind, id: plain(actorId(actor)), name: actorName(actor) },
    createdAt: createdAt.toISOString(),
  }
}

function attemptsOf([newest, ...others]: readonly AuditEntry[]) {
  if (!newest) return []
  const { actor, mode } = newest
  const { action, summary } = summarized(newest.action)
  const of = mode === 'test' ? ' (test mode)' : ''
  const by = actor.kind === 'api-key' ? `${of}, by ${actorName(actor)}` : ''
  return [{ action, summary: `${summary}${by}`, count: others.length + 1 }]
}

function summarized(action: string) {
  const name = plain(action)
  return { action: name, summary: mailedAs(action) ?? name }
}

function actorName(actor: ReadActor): string {
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

/** On one line, and cut to the length of an ARN or an address. */
function plain(text: string): string {
  return oneLine(text, 150)
}
