import type { ComponentChildren, VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { outcomeText } from '../audit/outcome-text.ts'
import { counted, exactTime, formatFiat } from '../format.ts'
import { formatAmount } from '../format-amount.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import type { Tone } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { instance } from '../texts/instance/instance.ts'
import { knownText } from '../texts/known-text.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { TransactionLink } from './chain-links.tsx'
import { clockTime } from './clock-time.ts'
import { DeliveryActions } from './delivery-actions.tsx'
import { iconOf, toneOf } from './payment-status.tsx'
import type { Happening, ShownPayment } from './timeline.ts'
import { whyText } from './why-text.ts'

type Said = { title: string; details?: ComponentChildren }

export function TimelineEntry(props: {
  happening: Happening
  payment: ShownPayment
  reload: () => Promise<void>
}): VNode {
  const { happening, payment, reload } = props
  const { title, details } = said(happening, payment)
  const { at } = happening
  const look = lookOf(happening)
  return (
    <li>
      <time dateTime={at} title={exactTime(new Date(at))}>
        {clockTime(new Date(at))}
      </time>
      <span class={look ? `mark ${look.tone}` : 'mark dot'}>
        {look && <Icon name={look.icon} small />}
      </span>
      <div>
        <h3>{title}</h3>
        {details && <p>{details}</p>}
        {happening.kind === 'delivery' && (
          <DeliveryActions delivery={happening.delivery} onResent={reload} />
        )}
      </div>
    </li>
  )
}

/** Statuses, and what did not reach the shop, stand out. */
function lookOf(happening: Happening): { tone: Tone; icon: IconName } | null {
  if (happening.kind === 'status') {
    return { tone: toneOf(happening.status), icon: iconOf(happening.status) }
  }
  const isLost = happening.kind === 'delivery' && happening.delivery.status === 'failed'
  return isLost ? { tone: 'bad', icon: 'bad' } : null
}

function said(happening: Happening, payment: ShownPayment): Said {
  const words = money.onePayment.happened
  switch (happening.kind) {
    case 'opened':
      return { title: words.opened, details: opened(payment) }
    case 'closed':
      return { title: words.closed, details: words.closedText }
    case 'status':
      return statusEntry(happening.status, payment)
    case 'transfer':
      return transferEntry(happening.transfer, payment)
    case 'unmatched': {
      const { amount, asset, reason } = happening.deposit
      const title = fill(words.unmatched, { amount: formatAmount(amount, asset), asset })
      return { title, details: money.onePayment.unmatchedReasons[reason] }
    }
    case 'order': {
      const { provider, status } = happening.order
      const title = fill(words.order, { provider: providerFacts[provider].title })
      return { title, details: money.onePayment.orderStatuses[status] }
    }
    case 'reported':
      return reportedEntry(happening.payment)
    case 'delivery':
      return deliveryEntry(happening.delivery)
    case 'action':
      return actionEntry(happening.action)
    case 'sweep': {
      const { asset, status, txHash, chainId } = happening.sweep
      const amount = formatAmount(happening.sweep.amount, asset)
      const title = fill(status === 'final' ? words.swept : words.sweeping, { amount, asset })
      return {
        title,
        details: txHash && <TransactionLink payment={payment} chainId={chainId} hash={txHash} />,
      }
    }
    case 'refund':
      return { title: words.refunds[happening.type] }
  }
}

function opened({ linkTitle, customerEmail, fiat }: ShownPayment): string {
  const words = money.onePayment.happened
  const price = formatFiat(fiat)
  const parts = [
    linkTitle === null
      ? fill(words.byShop, { price })
      : fill(words.byLink, { link: linkTitle, price }),
    ...(customerEmail === null ? [] : [fill(words.customer, { email: customerEmail })]),
  ]
  return parts.join(' ')
}

function statusEntry(status: keyof typeof text.payments.statuses, payment: ShownPayment): Said {
  const title = text.payments.statuses[status]
  if (status === 'detected') {
    const { received, terms } = payment
    const values = { count: received.confirmations, of: terms.confirmationsRequired }
    return { title, details: fill(money.onePayment.happened.confirmations, values) }
  }
  return {
    title,
    details: status === payment.status ? whyText(payment.why) : money.onePayment.meanings[status],
  }
}

function transferEntry(transfer: ShownPayment['transfers'][number], payment: ShownPayment): Said {
  const words = money.onePayment.happened
  const { amount, asset, blockNumber, orphaned, txHash, chainId } = transfer
  return {
    title: fill(orphaned ? words.orphaned : words.arrived, {
      amount: formatAmount(amount, asset),
      asset,
    }),
    details: (
      <>
        {fill(words.block, { block: blockNumber, network: networkName(payment, chainId) })}{' '}
        {txHash ? (
          <TransactionLink payment={payment} chainId={chainId} hash={txHash} />
        ) : (
          words.noTransaction
        )}
      </>
    ),
  }
}

function reportedEntry(reported: ShownPayment['providerPayments'][number]): Said {
  const { amount, currency, counts, reason, isUndecided } = reported
  const words = money.onePayment.happened
  const title = fill(words.reported, {
    amount: formatAmount(amount ?? '?'),
    currency: currency ?? '',
  })
  if (isUndecided && reason) return { title, details: money.paymentReasons[reason] }
  return { title, details: counts ? words.counts : words.countsNot }
}

function deliveryEntry(delivery: ShownPayment['deliveries'][number]): Said {
  const { eventType, url, status, attemptsMade, nextAttemptAt } = delivery
  const words = money.onePayment.happened
  const host = url === null ? words.deletedEndpoint : new URL(url).host
  return {
    title: fill(words.delivery, { event: eventType, host }),
    details: (
      <>
        {
          money.onePayment.deliveries[
            status === 'pending' && attemptsMade > 0 ? 'retrying' : status
          ]
        }{' '}
        {counted(words.attempts, attemptsMade)}
        {nextAttemptAt !== null && (
          <>
            {' '}
            {words.nextAttempt} <Time at={nextAttemptAt} isDue />
          </>
        )}
      </>
    ),
  }
}

function actionEntry({ action, by, note, outcome }: ShownPayment['actions'][number]): Said {
  const facts = [
    by ?? instance.audit.terminal,
    outcomeText(outcome),
    note === '' ? '' : fill(text.quoted, { text: note }),
  ]
  return {
    title: knownText(instance.audit.actions, action) ?? action,
    details: facts.filter((fact) => fact !== '').join(' · '),
  }
}

function networkName({ explorers }: ShownPayment, chainId: number): string {
  return explorers.find((each) => each.chainId === chainId)?.name ?? `chain ${chainId}`
}
