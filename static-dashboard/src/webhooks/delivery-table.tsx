import type { VNode } from 'preact'
import { Status, type Tone } from '../parts/status.tsx'
import { type Column, Table, type TableProps } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { recordPath } from '../shell/record-path.ts'
import { tools } from '../texts/tools/tools.ts'
import type { Delivery } from './delivery.ts'

const tones = {
  pending: 'info',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'quiet',
} as const satisfies Record<Delivery['status'], Tone>

export function DeliveryStatus({ status }: Pick<Delivery, 'status'>): VNode {
  return (
    <Status tone={tones[status]} {...(status === 'cancelled' && { icon: 'minus' })}>
      {tools.webhooks.statuses[status]}
    </Status>
  )
}

/** Deliveries, each of which opens. */
export function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }): VNode {
  return <Table {...deliveryTable()} rows={deliveries} />
}

/** What every table of them has. */
export function deliveryTable(): Omit<TableProps<Delivery>, 'rows'> {
  return {
    label: tools.webhooks.deliveries,
    columns: columns(),
    keyOf: ({ id }) => id,
    pathOf: ({ id }) => recordPath('webhooks', mode.value, id),
  }
}

function columns(): readonly Column<Delivery>[] {
  return [
    {
      name: 'event',
      title: tools.webhooks.event,
      isLink: true,
      card: 'lead',
      cell: ({ eventType }) => <b class="mono">{eventType}</b>,
    },
    {
      name: 'status',
      title: tools.webhooks.status,
      card: 'plain',
      cell: ({ status }) => <DeliveryStatus status={status} />,
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
  ]
}
