import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type AuditedAction, actorId, auditedActions } from '../../../shared/kernel/audit-entry.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { FilterBar, filterOf, SelectFilter, ValueFilter } from '../parts/filters.tsx'
import { Empty, Loaded, PageHead } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { actorName, EntryRow } from './entry-row.tsx'

type Page = Operations['list-audit-entries']['output']

const actions: readonly AuditedAction[] = auditedActions

const limit = 50

const names = ['action', 'actor', 'target'] as const

/** Newest first. The address holds the filters. */
export function AuditPage(): VNode {
  const action = actions.find((each) => each === filterOf('action'))
  const actor = filterOf('actor')
  const target = filterOf('target')
  const asked = {
    mode: mode.value,
    limit,
    ...(action && { action }),
    ...(actor !== '' && { actor }),
    ...(target !== '' && { target }),
  }
  const first = useQuery('list-audit-entries', asked)
  return (
    <>
      <PageHead name={text.pages.audit} title={text.pages.audit}>
        {instance.audit.lead}
      </PageHead>
      <FilterBar names={names}>
        <SelectFilter
          name="action"
          label={instance.audit.filters.action}
          options={actionOptions()}
        />
        <ValueFilter
          name="actor"
          label={instance.audit.filters.actor}
          shown={(id) => knownName(first.data, id)}
        />
        <ValueFilter name="target" label={instance.audit.filters.target} shown={(id) => id} />
      </FilterBar>
      <Loaded query={first} rows={8}>
        {(page) => (
          <Entries
            key={`${JSON.stringify(asked)} ${page.entries[0]?.id}`}
            first={page}
            asked={asked}
          />
        )}
      </Loaded>
    </>
  )
}

function actionOptions() {
  return actions
    .map((value) => ({ value, label: instance.audit.actions[value] }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

/** The address holds an id; who that is, the entries say. */
function knownName(page: Page | undefined, id: string): string {
  const entry = page?.entries.find(({ actor }) => actorId(actor) === id)
  return entry ? actorName(entry.actor) : id
}

type EntriesProps = { first: Page; asked: Operations['list-audit-entries']['input'] }

function Entries({ first, asked }: EntriesProps): VNode {
  const [pages, setPages] = useState<readonly Page[]>([first])
  const { submit, isBusy, failure } = useSubmit('list-audit-entries')
  const after = pages.at(-1)?.nextCursor ?? null
  const more = async (cursor: string) => {
    const next = await submit({ ...asked, after: cursor })
    if (next) setPages([...pages, next])
  }
  const entries = pages.flatMap((page) => page.entries)
  if (entries.length === 0) {
    return (
      <Empty icon="list" title={instance.audit.none}>
        {isFiltered(asked) ? instance.audit.noneLike : instance.audit.noneText}
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
            {instance.audit.more}
          </Button>
        </div>
      )}
    </>
  )
}

function isFiltered({ action, actor, target }: EntriesProps['asked']): boolean {
  return [action, actor, target].some((given) => given !== undefined)
}
