import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { auditedActions } from '../../../shared/operators/rules/audit-entry.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { Empty, Loaded, PageHead } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import { address, mode, navigate } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { EntryRow } from './entry-row.tsx'

type Page = Operations['list-audit-entries']['output']
type Action = Page['entries'][number]['action']

const actions: readonly Action[] = auditedActions

const limit = 50

/** What operators did, and why, newest first. The address holds what is shown. */
export function AuditPage(): VNode {
  const action = actions.find((each) => each === address.value.query.get('action'))
  const asked = { mode: mode.value, limit, ...(action && { action }) }
  const first = useQuery('list-audit-entries', asked)
  return (
    <>
      <PageHead name={text.pages.audit} title={text.pages.audit}>
        {text.audit.lead}
      </PageHead>
      <ActionFilter action={action} />
      <Loaded query={first} rows={8}>
        {(page) => <Entries key={`${action} ${page.entries[0]?.id}`} first={page} asked={asked} />}
      </Loaded>
    </>
  )
}

function ActionFilter({ action }: { action: Action | undefined }): VNode {
  const show = (chosen: string) =>
    navigate(`/${mode.value}/audit${chosen === '' ? '' : `?action=${chosen}`}`, { replace: true })
  const names = actions.map((value) => ({ value, label: text.audit.actions[value] }))
  return (
    <div class="filter">
      <SelectField
        label={text.audit.filter}
        options={[
          { value: '', label: text.audit.all },
          ...names.toSorted((a, b) => a.label.localeCompare(b.label)),
        ]}
        value={action ?? ''}
        onValue={show}
      />
    </div>
  )
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
      <Empty icon="list" title={text.audit.none}>
        {asked.action === undefined ? text.audit.noneText : text.audit.noneLike}
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
