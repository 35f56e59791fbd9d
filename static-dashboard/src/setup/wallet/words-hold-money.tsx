import type { VNode } from 'preact'
import { fill } from '../../../../shared/kernel/template.ts'
import { GroupedAddress } from '../../../../static-ui/grouped-address.tsx'
import { formatAmount } from '../../format-amount.ts'
import type { Operations } from '../../operations.ts'
import { Check } from '../../parts/check.tsx'
import { Notice } from '../../parts/status.tsx'
import { setup } from '../../texts/setup/setup.ts'

export type Refused = Extract<
  Operations['set-up-wallet']['output'],
  { refused: 'words_hold_money' }
>

type Props = {
  refused: Refused
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}

/** A list of more has the rest behind its count. */
const mostShown = 5

/** The money of the words, what could not be read, and a box to import them all the same. */
export function WordsHoldMoney({ refused, isConfirmed, onConfirm }: Props): VNode {
  const { held, unread, withoutLiveNetworks } = refused
  const networks = [...new Set(unread.map(({ chain }) => chain))]
  return (
    <div class="holds-money">
      <Notice tone="warn" title={held.length > 0 ? setup.holds.title : setup.holds.unreadTitle}>
        {setup.holds.never}
      </Notice>
      <ul class="quiet">
        {held.slice(0, mostShown).map(({ chainId, address, symbol, amount, chain }) => (
          <li key={`${chainId}${address}${symbol}`}>
            {fill(setup.holds.held, { amount: formatAmount(amount, symbol), symbol, chain })}{' '}
            <span class="mono">
              <GroupedAddress address={address} />
            </span>
          </li>
        ))}
        {held.length > mostShown && (
          <li>{fill(setup.holds.more, { count: held.length - mostShown })}</li>
        )}
        {networks.length > 0 && (
          <li>{fill(setup.holds.unread, { networks: networks.join(', ') })}</li>
        )}
        {withoutLiveNetworks && <li>{setup.holds.noNetwork}</li>}
      </ul>
      <Check checked={isConfirmed} onChange={onConfirm}>
        <span>{setup.holds.confirm}</span>
      </Check>
    </div>
  )
}
