import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import type { WalletAppName } from '../../../shared/records/settings/rules/checkout-ways.ts'
import { payText } from '../texts/pay/pay-text.ts'
import { type WalletLinks, walletLinks } from '../wallets/wallet-apps.ts'

const marks = {
  coinbase: new URL('../../marks/wallets/coinbase.svg', import.meta.url).href,
  metamask: new URL('../../marks/wallets/metamask.svg', import.meta.url).href,
  okx: new URL('../../marks/wallets/okx.svg', import.meta.url).href,
  phantom: new URL('../../marks/wallets/phantom.svg', import.meta.url).href,
  trust: new URL('../../marks/wallets/trust.svg', import.meta.url).href,
} as const satisfies Record<WalletAppName, string>

type Props = { payment: Parameters<typeof walletLinks>[0]; amount: string }

/** A button that opens the list of wallet apps. Each is a plain link: phones open an app only for what was tapped. */
export function WalletSheet({ payment, amount }: Props): VNode {
  const sheet = useRef<HTMLDialogElement>(null)
  const links = walletLinks(payment, new URL(location.pathname, location.origin))
  const filling = links.filter(({ send }) => send !== null)
  return (
    <>
      <button type="button" class="button primary" onClick={() => sheet.current?.showModal()}>
        {payText.wallets.choose}
      </button>
      <dialog class="wallet-sheet" ref={sheet} aria-label={payText.wallets.choose}>
        <h2>{payText.wallets.choose}</h2>
        <p class="note">{fill(payText.wallets.openBody, { amount })}</p>
        <ul>{links.map((link) => OpenRow(link))}</ul>
        {filling.length > 0 && <p class="note">{payText.wallets.sendBody}</p>}
        <ul>{filling.map((link) => SendRow(link))}</ul>
        <p class="note">{payText.wallets.other}</p>
        <button type="button" class="button secondary" onClick={() => sheet.current?.close()}>
          {payText.wallets.close}
        </button>
      </dialog>
    </>
  )
}

function OpenRow({ id, name, open }: WalletLinks): VNode {
  return (
    <li key={name}>
      <a class="button secondary" href={open}>
        <Mark id={id} />
        {fill(payText.wallets.open, { wallet: name })}
      </a>
    </li>
  )
}

function SendRow({ id, name, send }: WalletLinks): VNode {
  return (
    <li key={name}>
      <a class="button secondary" href={send ?? ''}>
        <Mark id={id} />
        {fill(payText.wallets.send, { wallet: name })}
      </a>
    </li>
  )
}

/** Loaded when the list is opened. */
function Mark({ id }: { id: WalletAppName }): VNode {
  return <img src={marks[id]} alt="" width="24" height="24" loading="lazy" />
}
