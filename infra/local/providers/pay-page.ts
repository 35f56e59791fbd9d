import { html } from '../../../shared/http/html.ts'
import type { PlayOrder, StandIn } from './stand-in.ts'

const actions = [
  { action: 'pay', label: 'Pay' },
  { action: 'short', label: 'Pay one cent too little' },
  { action: 'currency', label: 'Pay in another currency' },
  { action: 'fail', label: 'Let the payment fail' },
  { action: 'refund', label: 'Refund it' },
  { action: 'silent', label: 'Pay, and lose the callback' },
] as const

export type Action = (typeof actions)[number]['action']

/** The action of a button; undefined for other names. */
export function actionOf(name: string | null): Action | undefined {
  return actions.find(({ action }) => action === name)?.action
}

/** The page of an order, with a button for each outcome. */
export function payPage({ provider }: StandIn, order: PlayOrder): string {
  const buttons = actions.map(
    ({ action, label }) => html`<p><button name="action" value="${action}">${label}</button></p>`,
  )
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stand-in for ${provider}</title>
<h1>Stand-in for ${provider}</h1>
<p>Play money only. You pay ${order.amount} ${order.currency.toUpperCase()}.</p>
<form method="post" action="/${provider}/pay/${order.id}">${buttons}</form>
</html>`.text
}
