import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { Loaded, PageHead } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { hrefOf, mode, navigate } from '../router.ts'
import { usePolling } from '../service/use-polling.ts'
import { useQuery } from '../service/use-query.ts'
import { recordPath } from '../shell/record-path.ts'
import { tools } from '../texts/tools/tools.ts'
import { Attempts } from './attempts.tsx'
import type { ShownDelivery } from './delivery.ts'
import { DeliveryStatus, orderOf } from './delivery-table.tsx'
import { Replay } from './replay.tsx'

const waitingMs = 3_000

export function DeliveryPage({ id }: { id: string }): VNode {
  const query = useQuery('show-delivery', { id })
  usePolling(query.reload, waitingMs)
  return (
    <Loaded query={query}>
      {(delivery) => <DeliveryView delivery={delivery} onChange={() => void query.reload()} />}
    </Loaded>
  )
}

type Props = { delivery: ShownDelivery; onChange: () => void }

function DeliveryView({ delivery, onChange }: Props): VNode {
  const { id, eventType, status, ending, createdAt, endpointId, eventId, sessionId } = delivery
  // A delivery of the other mode is shown among those of its mode.
  useEffect(() => {
    if (delivery.mode === mode.value) return
    navigate(recordPath('webhooks', delivery.mode, id), { replace: true })
  }, [delivery.mode, id])
  return (
    <>
      <PageHead
        name={`${tools.webhooks.delivery} ${eventType}`}
        title={eventType}
        actions={<Replay id={id} kind="primary" onChange={onChange} />}
      >
        <span class="facts-line">
          <DeliveryStatus delivery={delivery} />
          <Time at={createdAt} />
          {sessionId !== null && (
            <a href={hrefOf(recordPath('payments', delivery.mode, sessionId))}>
              {orderOf(delivery) ?? tools.webhooks.payment}
            </a>
          )}
          <a href={hrefOf(recordPath('events', delivery.mode, eventId))}>{tools.webhooks.event}</a>
          <a href={hrefOf(recordPath('webhooks', delivery.mode, endpointId))}>
            {tools.webhooks.endpoint}
          </a>
        </span>
      </PageHead>
      {ending !== null && (
        <Notice tone={status === 'failed' ? 'bad' : 'warn'} title={tools.webhooks.statuses[status]}>
          {tools.webhooks.endings[ending]}
        </Notice>
      )}
      <Attempts delivery={delivery} />
    </>
  )
}
