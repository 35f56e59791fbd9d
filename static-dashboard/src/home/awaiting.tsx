import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { counted, formatFiat, relativeTime } from '../format.ts'
import { now } from '../now.ts'
import type { Operations } from '../operations.ts'
import { Amount } from '../parts/amount.tsx'
import { Section } from '../parts/page.tsx'
import { hrefOf, mode } from '../router.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'

type Overview = Pick<
  Operations['show-overview']['output'],
  'awaiting' | 'uncounted' | 'sweeping' | 'isPartial'
>

/** The finding about the books. */
type Agreement = Operations['check-health']['output']['checks'][number]

/** Money that is not in the payout wallets yet, and whether the books agree with the chains. */
export function Awaiting({
  awaiting,
  uncounted,
  sweeping,
  isPartial,
  books,
}: Overview & { books: Agreement | undefined }): VNode {
  const agreedAt = books?.details['since']
  const total = totalOf(awaiting)
  const isNone = awaiting.length + uncounted + sweeping === 0
  return (
    <Section
      title={money.home.awaiting}
      note={<a href={hrefOf(`/${mode.value}/payouts`)}>{text.pages.payouts}</a>}
    >
      {isNone && <p class="quiet">{money.home.awaitingNone}</p>}
      {awaiting.length > 0 && (
        <dl class="facts sums">
          {awaiting.map(({ chainId, chain, asset, amount, valueUsd }) => (
            <div key={`${chainId} ${asset}`}>
              <dt>
                <b>{asset}</b>
                <small>{chain}</small>
              </dt>
              <dd>
                <Amount value={amount} asset={asset} isBare />
                <small>{valueUsd !== null && usd(valueUsd)}</small>
              </dd>
            </div>
          ))}
          {total !== undefined && (
            <div>
              <dt>
                <b>{money.home.total}</b>
              </dt>
              <dd>
                <b>{usd(total)}</b>
              </dd>
            </div>
          )}
        </dl>
      )}
      {uncounted > 0 && <p class="quiet below">{counted(money.home.uncounted, uncounted)}</p>}
      {sweeping > 0 && <p class="quiet below">{counted(money.home.sweeping, sweeping)}</p>}
      {isPartial && <p class="quiet">{money.home.partial}</p>}
      {agreedAt && (
        <p class="quiet below">
          {fill(money.home.booksAgree, { at: relativeTime(new Date(agreedAt), now.value) })}
        </p>
      )}
    </Section>
  )
}

function usd(amount: string): string {
  return formatFiat({ amount, currency: 'USD' })
}

/** In USD; undefined if something has no price, or there is only one. */
function totalOf(awaiting: Overview['awaiting']): string | undefined {
  const values = awaiting.flatMap(({ valueUsd }) => valueUsd ?? [])
  if (values.length < awaiting.length || values.length < 2) return undefined
  const cents = values.reduce((sum, value) => sum + BigInt(value.replace('.', '')), 0n)
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
