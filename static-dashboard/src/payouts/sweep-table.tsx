import type { VNode } from 'preact'
import { counted } from '../format.ts'
import { formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { AmountText } from '../parts/amount.tsx'
import { Button } from '../parts/button.tsx'
import { filterOf, setFilters } from '../parts/filters.tsx'
import { Empty, Loaded, Section } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { usePolling } from '../service/use-polling.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { isUnderWay, SweepStatus } from './sweep-status.tsx'

type Sweep = Operations['list-sweeps']['output']['sweeps'][number]

/** While one may change within seconds, and otherwise. */
const movingMs = 3_000
const quietMs = 10_000

/** Transactions to the payout wallets, the newest first. The address holds the start of older ones. */
export function SweepTable(): VNode {
  const words = money.payouts
  const before = filterOf('before')
  const input = { mode: mode.value, limit: 25, ...(before !== '' && { before }) }
  const query = useQuery('list-sweeps', input)
  usePolling(query.reload, query.data?.sweeps.some(isUnderWay) ? movingMs : quietMs)
  return (
    <Section title={words.sweeps}>
      <Loaded query={query}>
        {({ sweeps, next }) =>
          sweeps.length === 0 ? (
            <Empty icon="payout" title={words.sweepsNone}>
              {words.sweepsNoneText}
            </Empty>
          ) : (
            <>
              <Table
                label={words.sweeps}
                columns={columns()}
                rows={sweeps}
                keyOf={({ id }) => id}
                pathOf={({ id }) => `/${mode.value}/payouts/${id}`}
              />
              <div class="actions turns">
                {before !== '' && (
                  <Button kind="soft" onClick={() => setFilters({ before: '' })}>
                    {words.newest}
                  </Button>
                )}
                {next !== null && (
                  <Button kind="soft" onClick={() => setFilters({ before: next })}>
                    {words.older}
                  </Button>
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function columns(): Column<Sweep>[] {
  const { columns: titles, addresses, facts } = money.payouts
  return [
    {
      name: 'state',
      title: titles.state,
      isLink: true,
      card: 'lead',
      cell: ({ status }) => <SweepStatus status={status} />,
    },
    {
      name: 'amount',
      title: titles.amount,
      align: 'end',
      cell: ({ amount }) => <AmountText text={amount} />,
    },
    { name: 'network', title: titles.network, cell: ({ chain }) => chain },
    {
      name: 'from',
      title: titles.from,
      cell: ({ addresses: count }) => counted(addresses, count),
    },
    {
      name: 'fee',
      title: titles.fee,
      align: 'end',
      cell: ({ fee }) => formatShortly(fee ?? '–'),
    },
    {
      name: 'created',
      title: titles.created,
      align: 'end',
      card: 'aside',
      cell: ({ status, createdAt, finalAt }) => (
        <>
          <Time at={createdAt} />
          {status === 'final' && finalAt !== null && (
            <small>
              {facts.final}: <Time at={finalAt} />
            </small>
          )}
        </>
      ),
    },
  ]
}
