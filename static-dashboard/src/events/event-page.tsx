import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { BackLink } from '../parts/back-link.tsx'
import { ButtonLink } from '../parts/button.tsx'
import { CodeBox, CopyValue } from '../parts/copy.tsx'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { mode, navigate } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { recordPath } from '../shell/record-path.ts'
import { tools } from '../texts/tools/tools.ts'
import { DeliveryTable } from '../webhooks/delivery-table.tsx'

export function EventPage({ id }: { id: string }): VNode {
  const query = useQuery('show-event', { id })
  return (
    <>
      <BackLink page="events" />
      <Loaded query={query}>{(event) => <EventView event={event} />}</Loaded>
    </>
  )
}

function EventView({ event }: { event: Operations['show-event']['output'] }): VNode {
  const { id, type, livemode, data, createdAt } = event
  const of = livemode ? 'live' : 'test'
  // An event of the other mode is shown among those of its mode.
  useEffect(() => {
    if (of !== mode.value) navigate(recordPath('events', of, id), { replace: true })
  }, [of, id])
  const payment = (
    <ButtonLink to={recordPath('payments', of, data.id)}>{tools.events.open}</ButtonLink>
  )
  return (
    <>
      <PageHead name={type} title={type} actions={data.synthetic ? undefined : payment}>
        <span class="facts-line">
          <span>{tools.events.types[type]}</span>
          <Time at={createdAt} />
          <CopyValue value={id} label={tools.copyId}>
            {`${id.slice(0, 12)}…`}
          </CopyValue>
        </span>
      </PageHead>
      {data.synthetic && <Notice tone="info" title={tools.events.synthetic} />}
      <Deliveries eventId={id} />
      <Section title={tools.events.json}>
        <CodeBox title={type} code={JSON.stringify(event, null, 2)} />
      </Section>
    </>
  )
}

function Deliveries({ eventId }: { eventId: string }): VNode {
  const query = useQuery('list-deliveries', { eventId, limit: 100 })
  return (
    <Section title={tools.webhooks.deliveries}>
      <Loaded query={query} rows={2}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p class="quiet">{tools.events.notDelivered}</p>
          ) : (
            <DeliveryTable deliveries={deliveries} onChange={() => void query.reload()} />
          )
        }
      </Loaded>
    </Section>
  )
}
