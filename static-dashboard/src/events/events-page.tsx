import type { VNode } from 'preact'
import { eventTypes } from '../../../shared/records/outbox/rules/event.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { FilterBar, filterOf, SelectFilter, setFilters } from '../parts/filters.tsx'
import { Empty, PageHead } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { usePages } from '../service/use-pages.ts'
import { usePolling } from '../service/use-polling.ts'
import { recordPath } from '../shell/record-path.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'

type Event = Operations['find-events']['output']['events'][number]

const names = ['type', 'payment'] as const
const newEventsMs = 15_000

/** The events of a mode, newest first. The address holds the filters. */
export function EventsPage(): VNode {
  const type = eventTypes.find((each) => each === filterOf('type'))
  const sessionId = filterOf('payment')
  const asked = {
    mode: mode.value,
    limit: 50,
    ...(type && { type }),
    ...(sessionId && { sessionId }),
  }
  const list = usePages('find-events', asked, ({ events }) => events)
  usePolling(list.refresh, newEventsMs)
  return (
    <>
      <PageHead name={text.pages.events} title={text.pages.events}>
        {tools.events.lead}
      </PageHead>
      <FilterBar names={names}>
        <SelectFilter
          name="type"
          label={tools.events.type}
          options={eventTypes.map((value) => ({ value, label: value }))}
        />
        {sessionId && (
          <span class="chip set">
            {tools.events.ofPayment} <span class="mono">{sessionId}</span>
          </span>
        )}
      </FilterBar>
      <PagedTable
        label={text.pages.events}
        columns={columns()}
        keyOf={({ id }) => id}
        pathOf={({ id }) => recordPath('events', mode.value, id)}
        list={list}
        empty={<NoEvents isFiltered={type !== undefined || sessionId !== ''} />}
      />
    </>
  )
}

function columns(): readonly Column<Event>[] {
  return [
    {
      name: 'type',
      title: tools.events.type,
      isLink: true,
      card: 'lead',
      cell: ({ type }) => <b class="mono">{type}</b>,
    },
    {
      name: 'words',
      title: tools.details,
      card: 'plain',
      cell: ({ type }) => <span class="quiet">{tools.events.types[type]}</span>,
    },
    {
      name: 'payment',
      title: tools.events.payment,
      card: 'hidden',
      cell: ({ data }) => <span class="mono quiet">{data.id.slice(0, 12)}…</span>,
    },
    {
      name: 'created',
      title: tools.created,
      align: 'end',
      card: 'aside',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
}

function NoEvents({ isFiltered }: { isFiltered: boolean }): VNode {
  const { none, noneText, noMatch, noMatchText } = tools.events
  if (!isFiltered) {
    return (
      <Empty icon="bolt" title={none}>
        {noneText}
      </Empty>
    )
  }
  const clear = () => setFilters(Object.fromEntries(names.map((name) => [name, ''])))
  return (
    <Empty
      icon="search"
      title={noMatch}
      action={<Button onClick={clear}>{text.list.clear}</Button>}
    >
      {noMatchText}
    </Empty>
  )
}
