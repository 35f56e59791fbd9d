import type { VNode } from 'preact'
import { unitOf } from '../../../shared/records/prices/rules/price-health.ts'
import { formatPrice } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Section } from '../parts/page.tsx'
import { Status, type Tone } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { instance } from '../texts/instance/instance.ts'

type Price = Operations['check-health']['output']['prices'][number]

const tones = {
  agreed: 'ok',
  not_agreed: 'bad',
  off_peg: 'bad',
  unknown_peg: 'warn',
} as const satisfies Record<Price['state'], Tone>

/** Each needed price, with the last value of each of its sources. */
export function PriceTable({ prices }: { prices: readonly Price[] }): VNode {
  const { doctor } = instance
  return (
    <Section title={doctor.prices} note={doctor.pricesNote}>
      <Table
        label={doctor.prices}
        keyOf={({ pair }) => pair}
        rows={prices}
        columns={[
          { name: 'pair', title: doctor.priceOf, card: 'lead', cell: ({ pair }) => <b>{pair}</b> },
          {
            name: 'state',
            title: doctor.agreedAt,
            card: 'aside',
            cell: ({ state, at }) => (
              <Status tone={tones[state]}>
                {doctor.priceStates[state]} <Time at={at} />
              </Status>
            ),
          },
          {
            name: 'price',
            title: doctor.price,
            align: 'end',
            cell: ({ pair, price }) => (price === null ? '–' : formatPrice(price, unitOf(pair))),
          },
          {
            name: 'sources',
            title: doctor.sources,
            cell: ({ pair, sources }) => (
              <ul>
                {sources.map((one) => (
                  <Source key={one.source} source={one} unit={unitOf(pair)} />
                ))}
              </ul>
            ),
          },
        ]}
      />
    </Section>
  )
}

type SourceProps = { source: Price['sources'][number]; unit: string }

function Source({ source: { source, price, updatedAt }, unit }: SourceProps): VNode {
  return (
    <li>
      <small>
        {source}: <b>{formatPrice(price, unit)}</b>, <Time at={updatedAt} />
      </small>
    </li>
  )
}
