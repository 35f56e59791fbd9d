import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import type { ShownNetwork } from '../networks/network.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { Loaded } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'

type Wallet = Operations['list-payout-wallets']['output']['payoutWallets'][number]
type Target = { chainId: number; name: string; isChange: boolean }

export function PayoutWallets({ networks }: { networks: readonly ShownNetwork[] }): VNode {
  const wallets = useQuery('list-payout-wallets', { mode: mode.value })
  const [target, setTarget] = useState<Target>()
  const reload = () => void wallets.reload()
  return (
    <>
      <Loaded query={wallets} rows={2}>
        {({ payoutWallets }) => (
          <ul class="rows">
            {rowsOf(networks, payoutWallets).map(({ chainId, name, wallet }) => (
              <li key={chainId}>
                <div>
                  <h3>{name}</h3>
                  <p class={wallet ? 'mono' : ''}>
                    {wallet ? <GroupedAddress address={wallet.address} /> : money.wallets.unset}
                  </p>
                </div>
                <Button
                  kind="soft"
                  reason={ownersOnly()}
                  onClick={() => setTarget({ chainId, name, isChange: wallet !== undefined })}
                >
                  {wallet ? money.wallets.change : money.wallets.set}
                </Button>
                {wallet?.next && <PendingChange wallet={wallet} onChanged={reload} />}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {target && (
        <SetWallet
          target={target}
          onClose={() => {
            setTarget(undefined)
            reload()
          }}
        />
      )}
    </>
  )
}

function rowsOf(networks: readonly ShownNetwork[], wallets: readonly Wallet[]) {
  const named = networks.map(({ chainId, name }) => ({ chainId, name }))
  const others = wallets.filter(({ chainId }) => networks.every((one) => one.chainId !== chainId))
  const all = [...named, ...others.map(({ chainId, chain }) => ({ chainId, name: chain }))]
  return all.map((row) => ({
    ...row,
    wallet: wallets.find(({ chainId }) => chainId === row.chainId),
  }))
}

function PendingChange({ wallet, onChanged }: { wallet: Wallet; onChanged: () => void }): VNode {
  const { submit, isBusy, failure } = useSubmit('cancel-payout-wallet')
  const cancel = () => void submit({ chainId: wallet.chainId }).then((done) => done && onChanged())
  return (
    <div class="wide">
      <Notice
        tone="warn"
        title={money.wallets.pending}
        action={
          <Button reason={ownersOnly()} busy={isBusy && text.working} onClick={cancel}>
            {money.wallets.keep}
          </Button>
        }
      >
        {failure && `${problemText(failure)} `}
        {wallet.next && <Time at={wallet.next.effectiveAt} isDue />}:{' '}
        <span class="mono">{wallet.next?.address}</span>
      </Notice>
    </div>
  )
}

function SetWallet({ target, onClose }: { target: Target; onClose: () => void }): VNode {
  const [address, setAddress] = useState('')
  return (
    <OperationDialog
      title={fill(money.wallets.dialogTitle, { name: target.name })}
      text={target.isChange ? money.wallets.changeText : money.wallets.setText}
      submitLabel={text.save}
      busyLabel={money.wallets.saving}
      operation="set-payout-wallet"
      input={{ chainId: target.chainId, address: address.trim() }}
      said={text.saved}
      onClose={onClose}
    >
      <Field
        label={money.wallets.address}
        autocomplete="off"
        autofocus
        placeholder="0x"
        value={address}
        name="address"
        most={100}
        problem={address.trim() === '' ? money.wallets.addressMissing : undefined}
        onValue={setAddress}
      />
    </OperationDialog>
  )
}
