import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { counted } from '../format.ts'
import { formatAmount, formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Amount } from '../parts/amount.tsx'
import { Empty, Section } from '../parts/page.tsx'
import { Notice, Status } from '../parts/status.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { knownText } from '../texts/known-text.ts'
import { money } from '../texts/money/money.ts'

type Payouts = Operations['get-payouts']['output']
type Line = Payouts['ledger'][number]

/** Received is swept, fees, and what awaits its sweep, for each coin on each network. */
export function Ledger({ payouts: { ledger, refused } }: { payouts: Payouts }): VNode {
  const words = money.payouts
  if (ledger.length === 0) {
    return (
      <Section title={words.ledger}>
        <Empty icon="payout" title={words.ledgerNone}>
          {words.ledgerNoneText}
        </Empty>
      </Section>
    )
  }
  const wrong = ledger.filter(({ missing }) => Number(missing) !== 0)
  return (
    <Section
      title={words.ledger}
      note={
        <Status tone={wrong.length > 0 ? 'bad' : 'ok'}>
          {wrong.length > 0 ? words.differs : words.matches}
        </Status>
      }
    >
      {wrong.map(({ chainId, chain, asset, missing: amount }) => (
        <Notice key={`${chainId} ${asset}`} tone="bad" title={words.differs}>
          {fill(words.differsText, { amount: formatAmount(amount, asset), asset, chain })}
        </Notice>
      ))}
      <Table
        label={words.ledger}
        columns={columns()}
        rows={ledger}
        keyOf={({ chainId, tokenAddress }) => `${chainId} ${tokenAddress}`}
      />
      <Waiting ledger={ledger} />
      {refused.length > 0 && (
        <Notice tone="warn" title={words.refused}>
          {refused.map(({ address, amount, asset, chain, details }) => (
            <span class="refusal" key={`${address} ${asset}`}>
              {fill(words.waitsFor, { amount: formatShortly(amount, asset), asset, chain })}:{' '}
              {details ?? address}
            </span>
          ))}
        </Notice>
      )}
    </Section>
  )
}

function columns(): Column<Line>[] {
  const { columns: titles } = money.payouts
  const amount = (name: 'received' | 'swept' | 'fees' | 'unswept'): Column<Line> => ({
    name,
    title: titles[name],
    align: 'end',
    cell: (line) => <Amount value={line[name]} asset={line.asset} isBare />,
  })
  return [
    { name: 'coin', title: titles.coin, card: 'lead', cell: ({ asset }) => <b>{asset}</b> },
    { name: 'network', title: titles.network, card: 'aside', cell: ({ chain }) => chain },
    { ...amount('received'), cell: (line) => <Received line={line} /> },
    ...[amount('swept'), amount('fees'), amount('unswept')],
  ]
}

/** The sum of the other columns; beside it, the latest arrivals. */
function Received({ line: { received, arrived, asset } }: { line: Line }): VNode {
  const words = money.payouts
  const isNothing = Number(received) === 0
  const amount = formatShortly(arrived.amount, asset)
  return (
    <div>
      {(!isNothing || arrived.addresses === 0) && <Amount value={received} asset={asset} isBare />}
      {arrived.addresses > 0 && (
        <small>
          {Number(arrived.amount) > 0
            ? fill(words.arrived, { amount })
            : counted(words.arrivedAt, arrived.addresses)}
        </small>
      )}
    </div>
  )
}

/** Why it is not swept yet. */
function Waiting({ ledger }: { ledger: readonly Line[] }): VNode | null {
  const words = money.payouts
  const waiting = ledger.flatMap((line) => line.waiting.map((each) => ({ ...line, ...each })))
  if (waiting.length === 0) return null
  return (
    <>
      <h3 class="subtitle">{words.waiting}</h3>
      <ul class="rows">
        {waiting.map(({ chainId, chain, asset, amount, addresses, reason }) => (
          <li key={`${chainId} ${asset} ${reason}`}>
            <div>
              <h3>
                {fill(words.waitsFor, { amount: formatShortly(amount, asset), asset, chain })}
              </h3>
              <p>{knownText(words.reasons, reason) ?? fill(words.otherReason, { reason })}</p>
            </div>
            <span class="quiet">{counted(words.addresses, addresses)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
