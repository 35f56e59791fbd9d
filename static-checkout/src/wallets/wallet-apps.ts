import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import type { WalletAppName } from '../../../shared/records/settings/rules/checkout-ways.ts'
import type { Amount } from '../money.ts'

/**
 * Wallet apps with a link that opens this page inside the wallet, or its send screen. In the templates, `{page}` is the
 * page's address without its scheme, `{url}` and `{origin}` are encoded, `{base}` is in base units, and `{amount}` in
 * whole ones. A link that stops working on a chain is disabled by taking the chain out.
 */
type WalletApp = {
  id: WalletAppName
  name: string
  open: string
  /** Chains on which the wallet can pay at all; null for any. */
  chains: readonly number[] | null
  send: { native: string; token: string; coins: Readonly<Record<number, string>> } | null
}

const anyChain = null

const walletApps: readonly WalletApp[] = [
  {
    id: 'metamask',
    name: 'MetaMask',
    open: 'https://link.metamask.io/dapp/{page}',
    chains: anyChain,
    // Not on Ethereum: some versions say that the network is not found.
    send: {
      native: 'https://link.metamask.io/send/{to}@{coin}?value={base}',
      token: 'https://link.metamask.io/send/{token}@{coin}/transfer?address={to}&uint256={base}',
      coins: { 10: '10', 56: '56', 137: '137', 8453: '8453', 42161: '42161', 43114: '43114' },
    },
  },
  {
    id: 'trust',
    name: 'Trust Wallet',
    open: 'https://link.trustwallet.com/open_url?coin_id=60&url={url}',
    chains: anyChain,
    // Not on Base, whose number in Trust's registry is not confirmed.
    send: {
      native: 'https://link.trustwallet.com/send?asset=c{coin}&address={to}&amount={amount}',
      token:
        'https://link.trustwallet.com/send?asset=c{coin}_t{token}&address={to}&amount={amount}',
      coins: {
        1: '60',
        10: '10000070',
        56: '20000714',
        137: '966',
        42161: '10042221',
        43114: '10009000',
      },
    },
  },
  {
    id: 'coinbase',
    name: 'Coinbase Wallet',
    open: 'https://go.cb-w.com/dapp?cb_url={url}',
    chains: anyChain,
    send: null,
  },
  {
    id: 'phantom',
    name: 'Phantom',
    open: 'https://phantom.app/ul/browse/{url}?ref={origin}',
    chains: [1, 137, 8453],
    send: null,
  },
  {
    id: 'okx',
    name: 'OKX Wallet',
    open: 'https://web3.okx.com/download?deeplink={okx}',
    chains: anyChain,
    send: null,
  },
]

export type WalletLinks = { id: WalletAppName; name: string; open: string; send: string | null }

type Payment = Pick<CheckoutView, 'address' | 'chainId' | 'tokenAddress' | 'walletApps'> & {
  due: Amount
}

/** The links of the merchant's wallets that can pay on this chain. `page` is the address to open in the wallet. */
export function walletLinks(payment: Payment, page: URL): WalletLinks[] {
  const offered = payment.walletApps.flatMap((id) => walletApps.filter((app) => app.id === id))
  const able = offered.filter(({ chains }) => !chains || chains.includes(payment.chainId))
  return able.map(({ id, name, open, send }) => ({
    id,
    name,
    open: filled(open, pageValues(page)),
    send: sendLink(send, payment),
  }))
}

function sendLink(send: WalletApp['send'], payment: Payment): string | null {
  const { address: to, tokenAddress: token, chainId, due } = payment
  const coin = send?.coins[chainId]
  if (!send || !coin) return null
  const values = { to, token: token ?? '', coin, base: due.base, amount: due.formatted }
  return filled(token === null ? send.native : send.token, values)
}

function pageValues({ href, host, pathname, origin }: URL): Record<string, string> {
  return {
    page: `${host}${pathname}`,
    url: encodeURIComponent(href),
    origin: encodeURIComponent(origin),
    okx: encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(href)}`),
  }
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
