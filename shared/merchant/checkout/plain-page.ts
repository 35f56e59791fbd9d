import { createHash } from 'node:crypto'
import { type Html, html } from '../../http/html.ts'
import { pageHeadersWith } from '../../http/rules/page-policy.ts'
import { qrSvg } from './qr-svg.ts'
import { shortReference } from './rules/short-reference.ts'
import type { CheckoutView } from './wire/checkout.ts'

const styles = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:30rem;margin:0 auto;padding:1rem;color:light-dark(#1b1a17,#f3f1ea);background:light-dark(#fff,#1b1b18)}
h1{font-size:1.4rem;line-height:1.3}dt{color:light-dark(#5c574d,#b3aea2)}dd{margin:0 0 .75rem;overflow-wrap:anywhere}
code{font:1rem ui-monospace,monospace;user-select:all}svg{width:12rem;height:auto;forced-color-adjust:none}
.light{fill:#fff}.dark{fill:#000}a{color:inherit}.note{padding:.75rem;border:1px solid light-dark(#8a8375,#7f7b70)}`

const stylesHash = createHash('sha256').update(styles).digest('base64')

/** No scripts at all, and only the styles above. */
export const plainPageHeaders: Record<string, string> = {
  ...pageHeadersWith({ scripts: "'none'", styles: `'sha256-${stylesHash}'` }),
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
}

type Screen = { title: string; body: Html }

/** The session for a browser without JavaScript. It is loaded again while something can still change. */
export function plainPage(view: CheckoutView): string {
  const { title, body } = screenOf(view)
  const refresh = view.closed ? null : html`<meta http-equiv="refresh" content="20">`
  return documentOf(title, {
    head: refresh,
    body: html`${view.livemode ? null : html`<p class="note">Test payment. No real money moves.</p>`}
<h1>${title}</h1>
${body}
<h2>Your order</h2>
<dl>${orderRows(view).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${contact(view)}`,
  })
}

export function plainProblem(title: string): string {
  return documentOf(title, { head: null, body: html`<h1>${title}</h1>` })
}

function documentOf(title: string, { head, body }: { head: Html | null; body: Html }): string {
  // The policy knows the styles by their hash, so they must not be escaped or changed.
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${head}
<title>${title}</title>
`.text.concat(`<style>${styles}</style>
</head>
<body>
<main>
${body.text}
</main>
</body>
</html>
`)
}

function screenOf(view: CheckoutView): Screen {
  if (view.status !== 'pending') return settledScreen(view)
  if (!isPayable(view)) return { title: 'This payment is not ready', body: unreadyBody }
  if (Date.parse(view.serverNow) >= Date.parse(view.expiresAt)) {
    return { title: 'Time is up', body: timeUpBody }
  }
  return { title: `Send ${view.amount.formatted} ${view.asset}`, body: payBody(view) }
}

/** Whether the customer has taken every step before the address, which needs the other page. */
function isPayable({ asksDetails, assetChosen, provisional }: CheckoutView): boolean {
  return assetChosen && !asksDetails && !provisional
}

const unreadyBody = html`<p>Choosing a coin needs JavaScript. Please enable it, or open this page in another browser.</p>`

const timeUpBody = html`<p>Please do not send anything now. If you already have, keep this page open: it checks for your payment.</p>`

function payBody({ amount, asset, chainName, address, expiresAt }: CheckoutView): Html {
  return html`<p>Send only on <strong>${chainName}</strong>. Funds sent on another network may arrive late or not at all.</p>
<dl>
<dt>Exact amount</dt><dd><code>${amount.formatted}</code> ${asset}</dd>
<dt>Address on ${chainName}</dt><dd><code>${address}</code></dd>
<dt>Price held until</dt><dd>${utc(expiresAt)}</dd>
</dl>
${qrSvg(address, 'QR code of the payment address')}
<p>The code contains only the address. This page checks for your payment every 20 seconds.</p>`
}

const settled: Record<Exclude<CheckoutView['status'], 'pending'>, [title: string, text: string]> = {
  detected: [
    'Payment detected',
    'The network is confirming it. There is nothing left to do, and you can close this page.',
  ],
  paid: ['Paid', 'Thank you. Your payment is confirmed.'],
  paid_late: [
    'Paid',
    'Thank you. Your payment arrived after the time limit, but it counts and is confirmed.',
  ],
  overpaid: [
    'You paid more than needed',
    'Your order is paid. Only the seller can return what is too much.',
  ],
  underpaid: ['Payment incomplete', 'Only a part arrived. Please do not start a new payment.'],
  expired: [
    'This price has expired',
    'If you have not paid, nothing was charged. If you have, do not pay twice.',
  ],
  failed: [
    'Payment failed',
    'The network removed the transaction, so nothing was received. Your wallet shows whether the funds are back.',
  ],
}

function settledScreen(view: CheckoutView): Screen {
  const { status, received, amount, asset, txHash } = view
  const [title, text] = settled[status === 'pending' ? 'detected' : status]
  const transaction = txHash && html`<dt>Transaction</dt><dd><code>${txHash}</code></dd>`
  return {
    title,
    body: html`<p>${text}</p>
<dl>
<dt>Received</dt><dd>${received.formatted} of ${amount.formatted} ${asset}</dd>
${transaction || null}
</dl>`,
  }
}

function orderRows({ merchant, title, fiat, chainName, id }: CheckoutView): [string, string][] {
  const rows: [string, string | null][] = [
    ['Seller', merchant.name],
    ['Item', title],
    ['Price', `${fiat.amount} ${fiat.currency}`],
    ['Network', chainName],
    ['Reference', `${shortReference(id)} (${id})`],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}

function contact({ merchant: { supportUrl } }: CheckoutView): Html | null {
  return supportUrl === null ? null : html`<p><a href="${supportUrl}">Contact the seller</a></p>`
}

/** The zone of a browser without JavaScript is unknown. */
function utc(timestamp: string): string {
  return `${timestamp.slice(11, 16)} UTC`
}
