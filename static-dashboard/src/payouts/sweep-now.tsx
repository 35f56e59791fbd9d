import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { counted } from '../format.ts'
import { formatShortly } from '../format-amount.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Notice } from '../parts/status.tsx'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { money } from '../texts/money/money.ts'
import { type PreviewedChain, usePreview } from './use-preview.ts'

type Requested = { onRequested: (at: string) => void }

/** Sweeps everything due, after a preview if the owner wants one. */
export function SweepNow({ onRequested }: Requested): VNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" icon="payout" reason={ownersOnly()} onClick={() => setOpen(true)}>
        {money.payouts.sweepNow}
      </Button>
      {isOpen && <SweepDialog onRequested={onRequested} onClose={() => setOpen(false)} />}
    </>
  )
}

function SweepDialog({ onRequested, onClose }: Requested & { onClose: () => void }): VNode {
  const words = money.payouts
  const { submit, isBusy, failure } = useSubmit('request-sweep')
  const { plan, isPlanning, chains, isSlow, failure: notPlanned } = usePreview()
  const send = async () => {
    const requested = await submit({ mode: mode.value, dryRun: false })
    if (!requested) return
    onRequested(requested.requestedAt)
    onClose()
  }
  return (
    <FormDialog
      title={words.sweepNow}
      text={words.sweepNowText}
      onClose={onClose}
      submitLabel={words.sweepNow}
      isBusy={isBusy}
      failure={failure ?? notPlanned}
      onSubmit={() => void send()}
      aside={
        <Button busy={isPlanning && words.planning} onClick={() => void plan()}>
          {words.preview}
        </Button>
      }
    >
      <div aria-live="polite">
        {chains && <Planned chains={chains} />}
        {isSlow && <Notice tone="warn" title={words.slow} />}
      </div>
    </FormDialog>
  )
}

function Planned({ chains }: { chains: readonly PreviewedChain[] }): VNode {
  const words = money.payouts
  const busy = chains.filter(({ planned }) => planned.length > 0)
  if (busy.length === 0) return <p class="quiet">{words.plannedAll}</p>
  return (
    <>
      <h3 class="subtitle">{words.planned}</h3>
      <ul class="rows">
        {busy.map(({ chainId, chain, planned }) => (
          <li key={chainId}>
            <div>
              <h3>{chain}</h3>
              {planned.map((one, index) => {
                const addresses = counted(words.addresses, one.addresses)
                const [amount, fee] = [formatShortly(one.amount), formatShortly(one.fee)]
                return <p key={index}>{fill(words.plannedLine, { amount, addresses, fee })}</p>
              })}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
