import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { filterOf, setFilters } from '../parts/filters.tsx'
import { Empty, Loaded, PageHead } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { mode, navigate } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { recordPath } from '../shell/record-path.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { AddEndpoint } from './add-endpoint.tsx'
import { Catalogue } from './catalogue.tsx'
import type { Endpoint } from './endpoint.ts'
import { EndpointState, eventsOf } from './endpoint-state.tsx'
import { Undelivered } from './undelivered.tsx'
import '../parts/segments.css'
import './webhooks.css'

export function WebhooksPage(): VNode {
  const query = useQuery('list-endpoint-states', { mode: mode.value })
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button kind="primary" icon="plus" reason={ownersOnly()} onClick={() => setAdding(true)}>
      {tools.webhooks.add}
    </Button>
  )
  const count = query.data?.endpoints.length ?? 0
  return (
    <>
      <PageHead
        name={text.pages.webhooks}
        title={text.pages.webhooks}
        actions={count > 0 ? add : undefined}
      >
        {tools.webhooks.lead}
      </PageHead>
      <Loaded query={query}>
        {({ endpoints }) => (
          <div class="listed">
            {endpoints.length > 0 ? (
              <Existing endpoints={endpoints} />
            ) : (
              <>
                <Empty icon="webhook" title={tools.webhooks.none} action={add}>
                  {tools.webhooks.noneText}
                </Empty>
                <Catalogue />
              </>
            )}
          </div>
        )}
      </Loaded>
      {isAdding && (
        <AddEndpoint
          onClose={() => setAdding(false)}
          onAdded={(id) => navigate(recordPath('webhooks', mode.value, id))}
        />
      )}
    </>
  )
}

const views = ['endpoints', 'undelivered'] as const

/** The endpoints, or the deliveries that have not arrived at any of them, depending on the address. */
function Existing({ endpoints }: { endpoints: readonly Endpoint[] }): VNode {
  const shown = views.find((view) => view === filterOf('view')) ?? 'endpoints'
  const show = (view: string) => setFilters({ view: view === 'endpoints' ? '' : view, status: '' })
  return (
    <>
      <fieldset class="segments" aria-label={tools.webhooks.view}>
        {views.map((view) => (
          <button key={view} type="button" aria-pressed={view === shown} onClick={() => show(view)}>
            {tools.webhooks.views[view]}
          </button>
        ))}
      </fieldset>
      {shown === 'undelivered' ? (
        <Undelivered endpoints={endpoints} />
      ) : (
        <>
          <Endpoints endpoints={endpoints} />
          <Catalogue />
        </>
      )}
    </>
  )
}

function Endpoints({ endpoints }: { endpoints: readonly Endpoint[] }): VNode {
  return (
    <Table
      label={tools.webhooks.endpoints}
      columns={columns()}
      rows={endpoints}
      keyOf={({ id }) => id}
      pathOf={({ id }) => recordPath('webhooks', mode.value, id)}
    />
  )
}

function columns(): readonly Column<Endpoint>[] {
  return [
    {
      name: 'url',
      title: tools.webhooks.url,
      isLink: true,
      card: 'lead',
      cell: ({ url }) => <b class="wrapped">{url.replace(/^https:\/\//, '')}</b>,
    },
    {
      name: 'state',
      title: tools.webhooks.state,
      card: 'plain',
      cell: (endpoint) => <EndpointState endpoint={endpoint} />,
    },
    {
      name: 'events',
      title: tools.webhooks.events,
      card: 'plain',
      cell: ({ events }) => <span class="quiet">{eventsOf(events)}</span>,
    },
  ]
}
