import type { VNode } from 'preact'
import { modes } from '../../../shared/kernel/mode.ts'
import { fill } from '../../../shared/kernel/template.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'
import { Loaded } from '../parts/page.tsx'
import { Status } from '../parts/status.tsx'
import { useQuery } from '../service/use-query.ts'
import { setup } from '../texts/setup/setup.ts'
import { text } from '../texts/text.ts'
import { Back } from './back.tsx'
import { goOn } from './go-on.ts'
import { PayoutItem } from './payout-item.tsx'
import { isOf, type PayoutRow, payoutRows } from './payout-rows.ts'
import { StepHead } from './step-head.tsx'
import { usePayouts } from './use-payouts.ts'

/** Where the money of each network goes: each has a wallet, or was left out. */
export function PayoutsStep(): VNode {
  const networks = useQuery('list-networks', {})
  const wallets = useQuery('list-payout-wallets', {})
  const progress = useQuery('show-setup', {})
  const reload = async () => void (await Promise.all([wallets.reload(), progress.reload()]))
  return (
    <>
      <StepHead title={setup.payouts.title}>
        {progress.data?.ownerSweeps ? setup.payouts.ownerSweeps : setup.payouts.lead}
      </StepHead>
      <Loaded query={networks}>
        {(shown) => (
          <Loaded query={wallets}>
            {({ payoutWallets }) => (
              <Loaded query={progress}>
                {(data) =>
                  data.ownerSweeps ? (
                    <OwnerSweeps />
                  ) : (
                    <Payouts
                      rows={payoutRows(shown.networks, payoutWallets, data)}
                      reload={reload}
                    />
                  )
                }
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** A watch-only instance sends nothing. */
function OwnerSweeps(): VNode {
  return (
    <div class="go wizard-end">
      <Back to="networks" />
      <Button kind="primary" onClick={() => void goOn('payment')}>
        {setup.wizard.next}
      </Button>
    </div>
  )
}

function Payouts(props: { rows: readonly PayoutRow[]; reload: () => Promise<void> }): VNode {
  const { rows, reload } = props
  const payouts = usePayouts(rows, reload)
  const missing = rows.filter(isOf('missing'))
  const isComplete = missing.length === 0
  const send = async () => {
    if (isComplete || (await payouts.save()) === 'complete') await goOn('payment')
  }
  return (
    <Form
      submitLabel={isComplete ? setup.wizard.next : text.save}
      busyLabel={setup.payouts.saving}
      isBusy={payouts.isBusy}
      failure={payouts.failure}
      onSubmit={() => void send()}
      aside={<Back to="networks" />}
    >
      <Summary rows={rows} />
      <ul class="rows payouts">
        {rows.map((row) => (
          <PayoutItem key={row.chainId} row={row} payouts={payouts} />
        ))}
      </ul>
      <div class="actions">
        {modes.map((mode) => (
          <SameForAll key={mode} mode={mode} rows={rows} payouts={payouts} />
        ))}
      </div>
    </Form>
  )
}

type OfMode = {
  mode: PayoutRow['mode']
  rows: readonly PayoutRow[]
  payouts: ReturnType<typeof usePayouts>
}

/** An address of test mode is never offered for live mode: play money may go anywhere. */
function SameForAll({ mode, rows, payouts }: OfMode): VNode | null {
  const ofMode = rows.filter((row) => row.mode === mode)
  if (ofMode.length < 2 || !ofMode.some(isOf('missing'))) return null
  const use = payouts.useForAll(mode)
  return (
    <Button
      kind="soft"
      icon="copy"
      reason={use ? undefined : setup.payouts.enterFirst}
      onClick={use ?? (() => undefined)}
    >
      {fill(setup.payouts.useForAll, { mode: text.modes[mode] })}
    </Button>
  )
}

function Summary({ rows }: { rows: readonly PayoutRow[] }): VNode {
  const namesOf = (kind: PayoutRow['state']['kind']) =>
    rows
      .filter(isOf(kind))
      .map(({ name }) => name)
      .join(', ')
  const [missing, leftOut] = [namesOf('missing'), namesOf('left-out')]
  const counts = { done: rows.filter(isOf('set')).length, total: rows.length }
  return (
    <p class="payout-summary" role="status">
      <Status tone={missing === '' ? 'ok' : 'warn'}>{fill(setup.payouts.summary, counts)}</Status>
      {missing !== '' && <span>{fill(setup.payouts.missing, { names: missing })}</span>}
      {leftOut !== '' && <span>{fill(setup.payouts.leftOutNames, { names: leftOut })}</span>}
    </p>
  )
}
