import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { formatRoughly, formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { CopyValue } from '../parts/copy.tsx'
import { Status } from '../parts/status.tsx'
import { instance } from '../texts/instance/instance.ts'

type Chain = Operations['show-gas']['output']['chains'][number]

export function GasRows({ chains }: { chains: readonly Chain[] }): VNode {
  if (chains.length === 0) return <p class="quiet">{instance.networks.none}</p>
  return (
    <ul class="rows">
      {chains.map((chain) => (
        <li key={`${chain.chainId}${chain.walletId}`}>
          <div>
            <h3>{chain.chain}</h3>
            <p>
              {chain.balance === null
                ? instance.doctor.gasUnknown
                : fill(instance.doctor.gasBalance, {
                    balance: formatShortly(chain.balance),
                    symbol: chain.symbol,
                  })}{' '}
              <CopyValue value={chain.gasWallet} label={instance.doctor.gasWallet}>
                {`${chain.gasWallet.slice(0, 6)}…${chain.gasWallet.slice(-4)}`}
              </CopyValue>
            </p>
          </div>
          <GasState chain={chain} />
        </li>
      ))}
    </ul>
  )
}

function GasState({ chain: { missing, symbol } }: { chain: Chain }): VNode {
  if (missing === null) return <Status tone="warn">{instance.doctor.gasUnknown}</Status>
  if (Number(missing) === 0) return <Status tone="ok">{instance.doctor.gasEnough}</Status>
  const short = formatRoughly(missing)
  return <Status tone="warn">{fill(instance.doctor.gasMissing, { missing: short, symbol })}</Status>
}
