import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { safeCsv } from '../../../shared/money/refunds/rules/safe-csv.ts'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/page.tsx'
import { ListEnd } from '../parts/paged-table.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Time } from '../parts/time.tsx'
import { hrefOf, mode } from '../router.ts'
import { usePages } from '../service/use-pages.ts'
import { money } from '../texts/money/money.ts'
import { refundedAmount } from './refunded-amount.ts'

/** Refunds that wait for the owner, and a file for a wallet that sends many at once. */
export function RefundsToSend(): VNode | null {
  const words = money.payouts
  const asked = { mode: mode.value, status: 'ready' as const, limit: 100 }
  const list = usePages('find-refunds', asked, ({ refunds }) => refunds)
  const refunds = list.rows
  if (refunds.length === 0) return null
  const byChain = Map.groupBy(refunds, ({ chainId }) => chainId)
  return (
    <Section title={words.refunds}>
      <p class="quiet intro">{words.refundsLead}</p>
      <ul class="rows">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <div>
              <h3>
                {refundedAmount(refund)}, {refund.chain}
                <small class="quiet">
                  <Time at={refund.updatedAt} />
                </small>
              </h3>
              <p class="mono">{refund.address}</p>
            </div>
            <a class="button soft" href={hrefOf(`/${mode.value}/payments/${refund.sessionId}`)}>
              {words.openIt}
            </a>
          </li>
        ))}
      </ul>
      <ListEnd list={list} />
      <div class="below">
        {!list.hasMore &&
          [...byChain].map(([chainId, own]) => (
            <Button key={chainId} kind="soft" onClick={() => save(chainId, own)}>
              {fill(words.refundsCsv, { chain: own[0]?.chain ?? '' })}
            </Button>
          ))}
      </div>
    </Section>
  )
}

type Refunds = Parameters<typeof safeCsv>[0]

function save(chainId: number | null, refunds: Refunds): void {
  const file = new Blob([safeCsv(refunds)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `refunds-${mode.value}-${chainId}.csv`)
}
