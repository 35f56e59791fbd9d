import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { formatAmount, formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Loaded, Section } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import type { Unmatched } from './unmatched.ts'
import { UnmatchedRows } from './unmatched-rows.tsx'

type Deposit = Operations['list-unmatched-deposits']['output']['deposits'][number]

const [few, many] = [10, 100]

/** Money at deposit addresses that no payment counts, the newest first. */
export function UnmatchedDeposits(): VNode {
  const words = money.payouts
  const [limit, setLimit] = useState(few)
  const query = useQuery('list-unmatched-deposits', { mode: mode.value, limit })
  return (
    <Section title={words.deposits}>
      <p class="quiet intro">{words.depositsLead}</p>
      <Loaded query={query} rows={2}>
        {({ deposits, nextCursor }) =>
          deposits.length === 0 ? (
            <p class="quiet">{words.depositsNone}</p>
          ) : (
            <>
              <UnmatchedRows rows={deposits.map(unmatchedOf)} reload={query.reload} />
              {nextCursor !== null && limit === few && (
                <div class="below">
                  <Button onClick={() => setLimit(many)}>{words.further}</Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function unmatchedOf(deposit: Deposit): Unmatched {
  const { cursor, seenAt, id, sessionId, amount, symbol, chain, reason } = deposit
  const { chainId, address, tokenAddress } = deposit
  return {
    cursor,
    title: fill(money.payouts.waitsFor, {
      amount: formatShortly(amount, symbol),
      asset: symbol,
      chain,
    }),
    seenAt,
    id,
    sessionId,
    amount: formatAmount(`${amount} ${symbol}`),
    why: money.depositReasons[reason],
    unlisted: reason === 'unlisted' && tokenAddress ? { chainId, address, tokenAddress } : null,
    isRefundable: reason !== 'unlisted',
    isAcceptable: reason !== 'unlisted' && reason !== 'already_paid' && reason !== 'before_session',
  }
}
