import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { CheckRow } from '../doctor/check-row.tsx'
import { formatFiat } from '../format.ts'
import { formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Section } from '../parts/page.tsx'
import { Status, type Tone } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { iconOf, toneOf } from '../payments/payment-status.tsx'
import { providerPaymentTitle } from '../payouts/provider-payment-title.ts'
import { mode } from '../router.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'

type Attention = Operations['show-overview']['output']['attention']
type Finding = Operations['check-health']['output']['checks'][number]

type Item = {
  key: string
  icon: IconName
  tone: Tone
  title: string
  /** The customer of the payment. */
  about?: string
  why: string
  at?: string
  action: { label: string; to: string }
}

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
        count > 0 && fill(text.shell.open, { count: `${count}${attention.more[0] ? '+' : ''}` })
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

/** These are listed under what needs attention already. */
function isGas(reason: Finding['reason']): boolean {
  return reason === 'gas_low' || reason === 'gas_empty'
}

function ItemRow({ item }: { item: Item }): VNode {
  const { icon, tone, title, about, why, at, action } = item
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
        {about && <p class="about">{about}</p>}
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
    ...underpaid.map((one) => {
      const missing = formatShortly(one.missing, one.asset)
      return closedItem('underpaid', one, fill(home.underpaid, { missing, asset: one.asset }))
    }),
    ...overpaid.map((one) => {
      const excess = formatShortly(one.excess, one.asset)
      return closedItem('overpaid', one, fill(home.overpaid, { excess, asset: one.asset }))
    }),
    ...deposits.map((one): Item => {
      const { symbol, chain } = one
      return {
        key: `${one.sessionId} ${one.id}`,
        icon: 'plus',
        tone: 'warn',
        at: one.seenAt,
        about: aboutText(one),
        action: payouts,
        title: fill(home.deposit, { amount: formatShortly(one.amount, symbol), symbol, chain }),
        why: money.depositReasons[one.reason],
      }
    }),
    ...payments.map(
      (payment): Item => ({
        key: payment.id,
        icon: 'plus',
        tone: 'warn',
        at: payment.seenAt,
        about: aboutText(payment),
        action: payouts,
        title: providerPaymentTitle(payment),
        why: money.paymentReasons[payment.reason],
      }),
    ),
  ]
}

type Closed = Attention['underpaid' | 'overpaid'][number]

/** A payment that is closed, and of which not the whole amount came, or more. */
function closedItem(status: 'underpaid' | 'overpaid', one: Closed, title: string): Item {
  const { sessionId, asset, chain, closedAt } = one
  const received = formatShortly(one.received, asset)
  return {
    key: sessionId,
    icon: iconOf(status),
    tone: toneOf(status),
    at: closedAt,
    about: aboutText(one),
    title,
    why: fill(money.home[`${status}Why`], { received, asset, chain }),
    action: { label: money.home.review, to: `/${mode.value}/payments/${sessionId}` },
  }
}

type About = Pick<
  Attention['underpaid'][number],
  'customerEmail' | 'reference' | 'linkTitle' | 'fiat'
>

/** "ana@example.com · 10479 · Annual subscription · $120.00", as far as it is known. */
function aboutText({ customerEmail, reference, linkTitle, fiat }: About): string {
  const price = fiat && formatFiat(fiat)
  return [customerEmail, reference, linkTitle, price].filter(Boolean).join(' · ')
}
