import type { VNode } from 'preact'
import { CopyValue } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { money } from '../texts/money/money.ts'
import type { ShownPayment } from './timeline.ts'

type Payment = Pick<ShownPayment, 'explorers'>

/** A transaction: copied by a click, and seen at the chain's explorer. */
export function TransactionLink(props: { payment: Payment; chainId: number; hash: string }): VNode {
  const { payment, chainId, hash } = props
  const template = explorerOf(payment, chainId)?.transaction ?? null
  return (
    <span class="on-chain">
      <CopyValue value={hash} label={money.onePayment.copyTransaction}>
        {`${hash.slice(0, 10)}…${hash.slice(-6)}`}
      </CopyValue>
      <ExplorerLink url={template?.replace('{hash}', hash)} />
    </span>
  )
}

export function AddressLink(props: { payment: Payment; chainId: number; address: string }): VNode {
  const { payment, chainId, address } = props
  const template = explorerOf(payment, chainId)?.address ?? null
  return <ExplorerLink url={template?.replace('{address}', address)} />
}

function ExplorerLink({ url }: { url: string | undefined }): VNode | null {
  if (url === undefined) return null
  return (
    <a
      class="explorer"
      href={url}
      target="_blank"
      rel="noreferrer"
      title={money.onePayment.explorer}
    >
      <Icon name="open" small />
      <span class="visually-hidden">{money.onePayment.explorer}</span>
    </a>
  )
}

function explorerOf({ explorers }: Payment, chainId: number) {
  return explorers.find((each) => each.chainId === chainId)
}
