import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Empty, Loaded, PageHead } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'

type Page = Operations['list-audit-entries']['output']
type Entry = Page['entries'][number]

const limit = 50

/** What operators did, and why, newest first. */
export function AuditPage(): VNode {
  const first = useQuery('list-audit-entries', { mode: mode.value, limit })
  return (
    <>
      <PageHead name={text.pages.audit} title={text.pages.audit}>
        {text.audit.lead}
      </PageHead>
      <Loaded query={first} rows={8}>
        {(page) => <Entries key={page.entries[0]?.id ?? ''} first={page} />}
      </Loaded>
    </>
  )
}

function Entries({ first }: { first: Page }): VNode {
  const [pages, setPages] = useState<readonly Page[]>([first])
  const { submit, isBusy, failure } = useSubmit('list-audit-entries')
  const after = pages.at(-1)?.nextCursor ?? null
  const more = async (cursor: string) => {
    const next = await submit({ mode: mode.value, limit, after: cursor })
    if (next) setPages([...pages, next])
  }
  const entries = pages.flatMap((page) => page.entries)
  if (entries.length === 0) {
    return (
      <Empty icon="list" title={text.audit.none}>
        {text.audit.noneText}
      </Empty>
    )
  }
  return (
    <>
      <ul class="rows">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {failure && <Notice tone="bad" title={problemText(failure)} />}
      {after !== null && (
        <div class="below">
          <Button busy={isBusy && text.working} onClick={() => void more(after)}>
            {text.audit.more}
          </Button>
        </div>
      )}
    </>
  )
}

function EntryRow({ entry }: { entry: Entry }): VNode {
  const { action, target, actor, note, outcome, details, createdAt } = entry
  const words: Readonly<Record<string, string>> = text.audit.actions
  const facts = Object.entries(details)
  return (
    <li>
      <div>
        <h2>
          {words[action] ?? action} <span class="mono quiet">{target}</span>
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

function actorName(actor: Entry['actor']): string {
  if (actor.kind === 'aws') return actor.arn
  return actor.kind === 'unverified' ? text.audit.unverified : actorEmail(actor)
}

function actorEmail(actor: Readonly<Record<string, unknown>>): string {
  return typeof actor['email'] === 'string' ? actor['email'] : ''
}
