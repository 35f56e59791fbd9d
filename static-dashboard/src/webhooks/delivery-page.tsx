import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Loaded, PageHead } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { hrefOf, mode, navigate } from '../router.ts'
import { notForViewers } from '../service/role.ts'
import { usePolling } from '../service/use-polling.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { recordPath } from '../shell/record-path.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { Attempts } from './attempts.tsx'
import type { ShownDelivery } from './delivery.ts'
import { DeliveryStatus } from './delivery-table.tsx'

const waitingMs = 3_000

/** One delivery: what was sent, what came back, and what comes next. */
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
  const { id, eventType, status, ending, createdAt, endpointId, eventId } = delivery
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
        actions={<Replay delivery={delivery} onChange={onChange} />}
      >
        <span class="facts-line">
          <DeliveryStatus status={status} />
          <Time at={createdAt} />
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

function Replay({ delivery: { id }, onChange }: Props): VNode {
  const { submit, isBusy, failure } = useSubmit('replay-delivery')
  const replay = async () => {
    if (!(await submit({ id }))) return
    toast(tools.webhooks.replayed)
    onChange()
  }
  return (
    <>
      {failure && <Notice tone="bad" title={problemText(failure)} />}
      <Button
        kind="primary"
        icon="redo"
        reason={notForViewers()}
        busy={isBusy && text.working}
        onClick={() => void replay()}
      >
        {tools.webhooks.replay}
      </Button>
    </>
  )
}
