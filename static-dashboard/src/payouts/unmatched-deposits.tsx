import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../static-ui/template.ts'
import { formatAmount, formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Loaded, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { notForViewers } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { Resolve } from './resolve.tsx'
import type { Unmatched } from './unmatched.ts'

type Deposit = Operations['list-unmatched-deposits']['output']['deposits'][number]

const [few, many] = [10, 100]

/** Money at deposit addresses that no payment counts, the newest first. */
export function UnmatchedDeposits(): VNode {
  const words = money.payouts
  const [limit, setLimit] = useState(few)
  const query = useQuery('list-unmatched-deposits', { mode: mode.value, limit })
  const [chosen, setChosen] = useState<Unmatched>()
  return (
    <Section title={words.deposits}>
      <p class="quiet intro">{words.depositsLead}</p>
      <Loaded query={query} rows={2}>
        {({ deposits, nextCursor }) =>
          deposits.length === 0 ? (
            <p class="quiet">{words.depositsNone}</p>
          ) : (
            <>
              <ul class="rows">
                {deposits.map((deposit) => (
                  <li key={deposit.cursor}>
                    <div>
                      <h3>
                        {titleOf(deposit)}
                        <small class="quiet">
                          <Time at={deposit.seenAt} />
                        </small>
                      </h3>
                      <p>{money.depositReasons[deposit.reason]}</p>
                    </div>
                    <Button
                      kind="soft"
                      reason={notForViewers()}
                      onClick={() => setChosen(unmatchedOf(deposit))}
                    >
                      {words.resolve}
                      <span class="visually-hidden"> {titleOf(deposit)}</span>
                    </Button>
                  </li>
                ))}
              </ul>
              {nextCursor !== null && limit === few && (
                <div class="below">
                  <Button onClick={() => setLimit(many)}>{words.further}</Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
      {chosen && (
        <Resolve
          unmatched={chosen}
          onClose={() => {
            setChosen(undefined)
            void query.reload()
          }}
        />
      )}
    </Section>
  )
}

function titleOf({ amount, symbol, chain }: Deposit): string {
  return fill(money.payouts.waitsFor, {
    amount: formatShortly(amount, symbol),
    asset: symbol,
    chain,
  })
}

function unmatchedOf(deposit: Deposit): Unmatched {
  const { id, sessionId, amount, symbol, chainId, address, tokenAddress, reason } = deposit
  return {
    id,
    sessionId,
    amount: formatAmount(`${amount} ${symbol}`),
    why: money.depositReasons[reason],
    unlisted: reason === 'unlisted' && tokenAddress ? { chainId, address, tokenAddress } : null,
    isRefundable: reason !== 'unlisted',
    isAcceptable: reason !== 'unlisted' && reason !== 'already_paid' && reason !== 'before_session',
  }
}
