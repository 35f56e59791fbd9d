import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { QrCode } from '../../../static-ui/qr-code.tsx'
import { formatRoughly, formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Notice, Status } from '../parts/status.tsx'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'

type Chain = Operations['show-gas']['output']['chains'][number]

function isLow({ missing }: Chain): boolean {
  return missing !== null && Number(missing) > 0
}

/** Pays for sweeps: its balance on each network, and how much to send to it. */
export function GasWallet({ chains }: { chains: readonly Chain[] }): VNode {
  const words = money.payouts
  const [shown, setShown] = useState<Chain>()
  return (
    <>
      <ul class="rows">
        {chains.map((chain) => (
          <li key={`${chain.chainId} ${chain.walletId}`} class="gas">
            <div>
              <h3>
                {chain.chain} <GasState chain={chain} />
              </h3>
              <p>
                {chain.balance === null
                  ? words.gasUnknown
                  : fill(words.gasBalance, {
                      balance: formatShortly(chain.balance),
                      symbol: chain.symbol,
                    })}
                {chain.nextMonth !== null &&
                  ` · ${fill(words.gasMonth, { need: formatRoughly(chain.nextMonth), symbol: chain.symbol })}`}
              </p>
            </div>
            <Button kind="soft" onClick={() => setShown(chain)}>
              {words.showAddress}
              <span class="visually-hidden"> {chain.chain}</span>
            </Button>
          </li>
        ))}
      </ul>
      {shown && <GasAddress chain={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function GasState({ chain }: { chain: Chain }): VNode | null {
  const words = money.payouts
  const { missing, symbol } = chain
  if (missing === null) return <Status tone="warn">{words.gasUnknown}</Status>
  if (!isLow(chain)) return <Status tone="ok">{words.gasEnough}</Status>
  return (
    <Status tone="warn">
      {fill(words.gasMissing, { missing: formatRoughly(missing), symbol })}
    </Status>
  )
}

/** Warns that money can't be swept. */
export function LowGas({ chains }: { chains: readonly Chain[] }): VNode {
  const words = money.payouts
  const [shown, setShown] = useState<Chain>()
  return (
    <>
      {chains.filter(isLow).map((chain) => (
        <div class="low-gas" key={`${chain.chainId} ${chain.walletId}`}>
          <Notice
            tone="warn"
            title={fill(words.gasLow, {
              chain: chain.chain,
              balance: formatShortly(chain.balance ?? ''),
              symbol: chain.symbol,
            })}
            action={
              <Button onClick={() => setShown(chain)}>
                {words.showAddress}
                <span class="visually-hidden"> {chain.chain}</span>
              </Button>
            }
          >
            {fill(words.gasLowText, {
              missing: formatRoughly(chain.missing ?? ''),
              symbol: chain.symbol,
            })}
          </Notice>
        </div>
      ))}
      {shown && <GasAddress chain={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function GasAddress({ chain, onClose }: { chain: Chain; onClose: () => void }): VNode {
  const words = money.payouts
  const { chain: name, gasWallet, missing, symbol } = chain
  return (
    <Dialog
      title={fill(words.gasDialog, { chain: name })}
      text={
        isLow(chain)
          ? fill(words.gasDialogMissing, {
              missing: formatRoughly(missing ?? ''),
              symbol,
              chain: name,
            })
          : words.gasDialogEnough
      }
      onClose={onClose}
    >
      <div class="gas-address">
        <QrCode content={gasWallet} label={words.gasQr} />
        <p class="mono">
          <GroupedAddress address={gasWallet} />
        </p>
        <div class="actions">
          <CopyButton value={gasWallet} label={text.copy} />
          <Button kind="plain" onClick={onClose}>
            {text.close}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
