import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ExportList, ExportMenu } from '../exports/exports.tsx'
import { useExports } from '../exports/use-exports.ts'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { RefundsToSend } from '../refunds/refunds-to-send.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { GasWallet, LowGas } from './gas-wallet.tsx'
import { Ledger } from './ledger.tsx'
import { OwnerSweeps } from './owner-sweeps.tsx'
import { PayoutWallets } from './payout-wallets.tsx'
import { SweepNow } from './sweep-now.tsx'
import { SweepProgress } from './sweep-progress.tsx'
import { SweepTable } from './sweep-table.tsx'
import { UnmatchedDeposits } from './unmatched-deposits.tsx'
import { UnmatchedPayments } from './unmatched-payments.tsx'
import './payouts.css'

const exported = ['payouts', 'refunds'] as const

/**
 * From the deposit addresses to the payout wallets: money that was moved, money that waits, and money that belongs to
 * no payment.
 */
export function PayoutsPage(): VNode {
  const of = { mode: mode.value }
  const payouts = useQuery('get-payouts', of)
  const exporting = useExports(exported)
  const networks = useQuery('list-networks', of)
  const gas = useQuery('show-gas', of)
  const ownerSweeps = payouts.data?.ownerSweeps
  // Unknown until the payouts are loaded: nothing to sweep with is offered before.
  const isSwept = ownerSweeps === null
  const [requestedAt, setRequestedAt] = useState<string>()
  return (
    <>
      <PageHead
        name={text.pages.payouts}
        title={text.pages.payouts}
        actions={
          <>
            <ExportMenu
              exporting={exporting}
              choices={[
                { label: money.exports.start, input: { ...of, of: 'payouts' } },
                { label: money.exports.startRefunds, input: { ...of, of: 'refunds' } },
              ]}
            />
            {isSwept && <SweepNow onRequested={setRequestedAt} />}
          </>
        }
      >
        {isSwept ? money.payouts.lead : ownerSweeps && money.ownerSweeps.title}
      </PageHead>
      <ExportList exporting={exporting} />
      {isSwept && gas.data && <LowGas chains={gas.data.chains} />}
      {requestedAt && (
        <SweepProgress
          key={requestedAt}
          since={requestedAt}
          onChange={() => void payouts.reload()}
          onClose={() => setRequestedAt(undefined)}
        />
      )}
      <Loaded query={payouts}>{(data) => <Ledger payouts={data} />}</Loaded>
      {ownerSweeps && <OwnerSweeps {...ownerSweeps} />}
      {isSwept && (
        <Section title={money.wallets.title}>
          <Loaded query={networks} rows={2}>
            {(data) => <PayoutWallets networks={data.networks} />}
          </Loaded>
        </Section>
      )}
      <RefundsToSend />
      {isSwept && <SweepTable />}
      <UnmatchedDeposits />
      <UnmatchedPayments />
      {isSwept && (
        <Section title={money.payouts.gas} note={money.payouts.gasLead}>
          <Loaded query={gas} rows={2}>
            {({ chains }) => <GasWallet chains={chains} />}
          </Loaded>
        </Section>
      )}
    </>
  )
}
