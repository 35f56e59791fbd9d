import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { hasNotArrived, isRetrying } from '../../../shared/records/outbox/rules/webhook-delivery.ts'
import { Status } from '../parts/status.tsx'
import { type Column, Table, type TableProps } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { recordPath } from '../shell/record-path.ts'
import { tools } from '../texts/tools/tools.ts'
import type { Delivery } from './delivery.ts'
import { Replay } from './replay.tsx'

const looks = {
  pending: { tone: 'quiet' },
  retrying: { tone: 'warn' },
  succeeded: { tone: 'ok' },
  failed: { tone: 'bad' },
  cancelled: { tone: 'quiet', icon: 'minus' },
} as const

/** Also says that it waits after a failed attempt. */
export function DeliveryStatus(props: {
  delivery: Pick<Delivery, 'status' | 'attemptsMade'>
}): VNode {
  const { status } = props.delivery
  const waits = isRetrying(props.delivery)
  return (
    <Status {...looks[waits ? 'retrying' : status]}>
      {waits ? tools.webhooks.retrying : tools.webhooks.statuses[status]}
    </Status>
  )
}

/** "Order 10479"; undefined if the payment has no reference. */
export function orderOf({ reference }: Pick<Delivery, 'reference'>): string | undefined {
  return reference === null ? undefined : fill(tools.webhooks.order, { reference })
}

type Changed = {
  onChange: () => void
  /** The host of an endpoint, if the table has those of several. */
  hostOf?: (endpointId: string) => string | undefined
}

export function DeliveryTable(props: Changed & { deliveries: readonly Delivery[] }): VNode {
  return <Table {...deliveryTable(props)} rows={props.deliveries} />
}

/** The columns and keys of every table of deliveries. */
export function deliveryTable(changed: Changed): Omit<TableProps<Delivery>, 'rows'> {
  return {
    label: tools.webhooks.deliveries,
    columns: columns(changed),
    keyOf: ({ id }) => id,
    pathOf: ({ id }) => recordPath('webhooks', mode.value, id),
  }
}

function columns({ onChange, hostOf }: Changed): readonly Column<Delivery>[] {
  return [
    {
      name: 'event',
      title: tools.webhooks.event,
      isLink: true,
      card: 'lead',
      cell: (delivery) => (
        <>
          <b class="mono">{delivery.eventType}</b>
          <small>
            {[orderOf(delivery), hostOf?.(delivery.endpointId)].filter(Boolean).join(' · ')}
          </small>
        </>
      ),
    },
    {
      name: 'status',
      title: tools.webhooks.status,
      card: 'plain',
      cell: (delivery) => (
        <>
          <DeliveryStatus delivery={delivery} />
          {delivery.nextAttemptAt !== null && (
            <small>
              {tools.webhooks.next}: <Time at={delivery.nextAttemptAt} isDue />
            </small>
          )}
        </>
      ),
    },
    {
      name: 'response',
      title: tools.webhooks.response,
      cell: (delivery) => <Response delivery={delivery} />,
    },
    {
      name: 'attempts',
      title: tools.webhooks.attempts,
      align: 'end',
      card: 'hidden',
      cell: ({ attemptsMade }) => String(attemptsMade),
    },
    {
      name: 'created',
      title: tools.created,
      align: 'end',
      card: 'aside',
      cell: ({ replayedAt, createdAt }) => <Time at={replayedAt ?? createdAt} />,
    },
    {
      name: 'replay',
      title: tools.webhooks.replay,
      align: 'end',
      card: 'plain',
      cell: ({ id, status, attemptsMade }) =>
        hasNotArrived({ status, attemptsMade }) && (
          <Replay id={id} kind="soft" onChange={onChange} />
        ),
    },
  ]
}

function Response({ delivery }: { delivery: Delivery }): VNode {
  const { lastStatusCode: code, lastError: error } = delivery
  if (code !== null) return <span class="mono">{code}</span>
  if (error === null) return <span class="quiet">–</span>
  return <span title={tools.webhooks.errors[error]}>{tools.webhooks.states.failed}</span>
}
