import type { VNode } from 'preact'
import { fill } from '../../../static-ui/template.ts'
import { CheckRow } from '../doctor/check-row.tsx'
import { formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Section } from '../parts/page.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { providerPaymentTitle } from '../payouts/provider-payment-title.ts'
import { mode } from '../router.ts'
import { money } from '../texts/money/money.ts'

type Attention = Operations['show-overview']['output']['attention']
type Finding = Operations['check-health']['output']['checks'][number]

type Item = {
  key: string
  icon: IconName
  tone: 'warn' | 'bad'
  title: string
  why: string
  at?: string
  action: { label: string; to: string }
}

/** What the operator has to decide or to fix: what happened, why, and one action each. */
export function NeedsAttention(props: {
  attention: Attention
  findings: readonly Finding[]
}): VNode {
  const { attention, findings } = props
  const items = itemsOf(attention)
  const toFix = findings.filter(({ state, reason }) => state !== 'ok' && !isGas(reason))
  const count = items.length + toFix.length
  return (
    <Section
      title={money.home.attention}
      note={
        count > 0 && fill(money.home.open, { count: `${count}${attention.more[0] ? '+' : ''}` })
      }
    >
      {count === 0 ? (
        <>
          <Status tone="ok">{money.home.nothing}</Status>
          {!attention.more[0] && <p class="quiet">{money.home.nothingText}</p>}
        </>
      ) : (
        <ul class="rows">
          {items.map((item) => (
            <ItemRow key={item.key} item={item} />
          ))}
          {toFix.map((check, index) => (
            <CheckRow key={index} check={check} />
          ))}
        </ul>
      )}
      {attention.more.length > 0 && <p class="quiet below">{money.home.more}</p>}
    </Section>
  )
}

/** It is among what needs attention already. */
function isGas(reason: Finding['reason']): boolean {
  return reason === 'gas_low' || reason === 'gas_empty'
}

function ItemRow({ item }: { item: Item }): VNode {
  const { icon, tone, title, why, at, action } = item
  return (
    <li class="with-icon">
      <span class={`status ${tone}`}>
        <Icon name={icon} />
      </span>
      <div>
        <h3>
          {title}
          {at && (
            <small class="quiet">
              <Time at={at} />
            </small>
          )}
        </h3>
        <p>{why}</p>
      </div>
      <ButtonLink kind="soft" to={action.to}>
        {action.label}
      </ButtonLink>
    </li>
  )
}

function itemsOf({ underpaid, overpaid, deposits, payments, gas }: Attention): Item[] {
  const { home } = money
  const payouts = { label: home.resolve, to: `/${mode.value}/payouts` }
  return [
    ...gas.map(({ chain, chainId, level }): Item => {
      const isEmpty = level === 'empty'
      return {
        key: `gas ${chainId}`,
        icon: 'warn',
        tone: isEmpty ? 'bad' : 'warn',
        title: fill(isEmpty ? home.gasEmpty : home.gasLow, { chain }),
        why: isEmpty ? home.gasEmptyWhy : home.gasLowWhy,
        action: { ...payouts, label: home.topUp },
      }
    }),
    ...underpaid.map((one): Item => {
      const { sessionId, asset, chain } = one
      const missing = formatShortly(one.missing, asset)
      const received = formatShortly(one.received, asset)
      return {
        key: sessionId,
        icon: 'minus',
        tone: 'warn',
        at: one.closedAt,
        title: fill(home.underpaid, { missing, asset }),
        why: fill(home.underpaidWhy, { received, asset, chain }),
        action: { label: home.review, to: `/${mode.value}/payments/${sessionId}` },
      }
    }),
    ...overpaid.map(
      ({ sessionId, excess, received, asset, chain, closedAt }): Item => ({
        key: sessionId,
        icon: 'over',
        tone: 'warn',
        at: closedAt,
        title: fill(home.overpaid, { excess: formatShortly(excess, asset), asset }),
        why: fill(home.overpaidWhy, { received: formatShortly(received, asset), asset, chain }),
        action: { label: home.review, to: `/${mode.value}/payments/${sessionId}` },
      }),
    ),
    ...deposits.map(
      ({ id, sessionId, amount, symbol, chain, reason, seenAt }): Item => ({
        key: `${sessionId} ${id}`,
        icon: 'plus',
        tone: 'warn',
        at: seenAt,
        action: payouts,
        title: fill(home.deposit, { amount: formatShortly(amount, symbol), symbol, chain }),
        why: money.depositReasons[reason],
      }),
    ),
    ...payments.map(
      (payment): Item => ({
        key: payment.id,
        icon: 'plus',
        tone: 'warn',
        at: payment.seenAt,
        action: payouts,
        title: providerPaymentTitle(payment),
        why: money.paymentReasons[payment.reason],
      }),
    ),
  ]
}
