import type { VNode } from 'preact'
import type { Operations } from '../operations.ts'
import { Time } from '../parts/time.tsx'
import { text } from '../texts/text.ts'
import { changedValues } from './changed-values.ts'

type Entry = Operations['list-audit-entries']['output']['entries'][number]

/** What somebody did, to what, and what changed by it. */
export function EntryRow({ entry }: { entry: Entry }): VNode {
  const { action, target, actor, note, outcome, createdAt } = entry
  const facts = factsOf(entry)
  return (
    <li>
      <div>
        <h2>
          {text.audit.actions[action]} <span class="mono quiet">{target}</span>
        </h2>
        <p>
          {actorName(actor)}
          {outcome !== '' && ` · ${outcome}`}
          {note !== '' && ` · “${note}”`}
        </p>
        {facts.length > 0 && (
          <details class="more">
            <summary>{text.audit.details}</summary>
            <dl class="facts">
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd class="mono">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
      <Time at={createdAt} />
    </li>
  )
}

function factsOf({ actor, details, before, after }: Entry): [string, string][] {
  const origin: [string, string][] =
    actor.kind === 'operator' ? [[text.audit.address, actor.address]] : []
  return [...changedValues(before, after), ...Object.entries(details), ...origin]
}

function actorName(actor: Entry['actor']): string {
  switch (actor.kind) {
    case 'operator':
      return actor.email
    case 'aws':
      return actor.arn
    case 'unverified':
      return text.audit.unverified
  }
}
