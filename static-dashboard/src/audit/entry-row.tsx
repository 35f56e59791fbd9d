import type { VNode } from 'preact'
import { actorId, apiKeyName } from '../../../shared/kernel/audit-entry.ts'
import { fill } from '../../../shared/kernel/template.ts'
import type { Operations } from '../operations.ts'
import { pathWith } from '../parts/filters.tsx'
import { Time } from '../parts/time.tsx'
import { hrefOf } from '../router.ts'
import { instance } from '../texts/instance/instance.ts'
import { knownText } from '../texts/known-text.ts'
import { text } from '../texts/text.ts'
import { changedValues } from './changed-values.ts'
import { outcomeText } from './outcome-text.ts'

type Entry = Operations['list-audit-entries']['output']['entries'][number]

export function EntryRow({ entry }: { entry: Entry }): VNode {
  const { action, target, actor, note, outcome, createdAt } = entry
  const facts = factsOf(entry)
  return (
    <li>
      <div>
        <h2>
          {knownText(instance.audit.actions, action) ?? action}{' '}
          <a class="mono quiet" href={hrefOf(pathWith({ target }))}>
            {target}
          </a>
        </h2>
        <p>
          <ActorName actor={actor} />
          {outcome !== '' && ` · ${outcomeText(outcome)}`}
          {note !== '' && ` · ${fill(text.quoted, { text: note })}`}
        </p>
        {facts.length > 0 && (
          <details class="more">
            <summary>{instance.audit.details}</summary>
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
    actor.kind === 'operator' ? [[instance.audit.address, actor.address]] : []
  return [...changedValues(before, after), ...Object.entries(details), ...origin]
}

/** Leads to what else they did. What is not verified, or only a newer release knows, has no name to filter by. */
function ActorName({ actor }: { actor: Entry['actor'] }): VNode {
  if (actor.kind === 'unverified' || actor.kind === 'unknown') return <>{actorName(actor)}</>
  return <a href={hrefOf(pathWith({ actor: actorId(actor) }))}>{actorName(actor)}</a>
}

export function actorName(actor: Entry['actor']): string {
  switch (actor.kind) {
    case 'operator':
      return actor.email
    case 'visitor':
      return `${instance.audit.visitor}, ${actor.address}`
    case 'aws':
      return actor.arn
    case 'unverified':
      return instance.audit.unverified
    case 'api-key':
      return fill(instance.audit.apiKey, { name: apiKeyName(actor) })
    case 'machine':
      return instance.audit.machine
    case 'unknown':
      return actor.name
  }
}
