import type { ComponentChildren, VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { formatFiat } from '../format.ts'
import { formatAmount, formatPrice } from '../format-amount.ts'
import { CopyButton, CopyValue } from '../parts/copy.tsx'
import { Section } from '../parts/page.tsx'
import { hrefOf } from '../router.ts'
import { recordPath } from '../shell/record-path.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { AddressLink, TransactionLink } from './chain-links.tsx'
import type { ShownPayment } from './timeline.ts'

export function PaymentFacts({ payment }: { payment: ShownPayment }): VNode {
  const metadata = Object.entries(payment.metadata)
  return (
    <>
      <Section title={money.onePayment.facts}>
        <dl class="facts">
          <Money payment={payment} />
          <OnChain payment={payment} />
          <Fact name={money.onePayment.customer}>
            <RecordLink page="customers" payment={payment} id={payment.customerId}>
              {payment.customerEmail ?? text.payments.noEmail}
            </RecordLink>
          </Fact>
          {payment.linkId !== null && (
            <Fact name={money.onePayment.link}>
              <RecordLink
                page="links"
                payment={payment}
                id={payment.linkTitle === null ? null : payment.linkId}
              >
                {payment.linkTitle ?? payment.linkId}
              </RecordLink>
            </Fact>
          )}
          <Fact name={money.onePayment.id}>
            <CopyValue value={payment.id} label={money.onePayment.copyId}>
              {payment.id}
            </CopyValue>
          </Fact>
        </dl>
      </Section>
      {metadata.length > 0 && (
        <Section title={money.onePayment.metadata}>
          <dl class="facts">
            {metadata.map(([name, value]) => (
              <Fact key={name} name={name}>
                {String(value)}
              </Fact>
            ))}
          </dl>
        </Section>
      )}
    </>
  )
}

/** Leads to a record, unless there is none. */
function RecordLink(props: {
  page: 'customers' | 'links'
  payment: ShownPayment
  id: string | null
  children: ComponentChildren
}): VNode {
  const { page, payment, id, children } = props
  if (id === null) return <>{children}</>
  return <a href={hrefOf(recordPath(page, payment.mode, id))}>{children}</a>
}

function Money({ payment }: { payment: ShownPayment }): VNode {
  const { provider, fiat, received } = payment
  const isOnChain = [received.confirmed, received.pending].some((amount) => Number(amount) > 0)
  return (
    <>
      {provider === null || isOnChain ? (
        <Coins payment={payment} />
      ) : (
        <Fact name={money.onePayment.due}>{formatFiat(fiat)}</Fact>
      )}
      {provider !== null && (
        <Fact name={money.onePayment.provider}>{providerFacts[provider].title}</Fact>
      )}
    </>
  )
}

/** Requested and received, in coins. */
function Coins({ payment: { terms, received } }: { payment: ShownPayment }): VNode {
  const { amount, asset, chainName, unitPriceUsd } = terms
  return (
    <>
      <Fact name={money.onePayment.due}>{formatAmount(`${amount} ${asset}`)}</Fact>
      <Fact name={money.onePayment.received}>{formatAmount(`${received.confirmed} ${asset}`)}</Fact>
      {received.pending !== '0' && (
        <Fact name={money.onePayment.pending}>{formatAmount(`${received.pending} ${asset}`)}</Fact>
      )}
      <Fact name={text.payments.columns.network}>{chainName}</Fact>
      <Fact name={money.onePayment.rate}>
        {fill(money.onePayment.ratePer, { asset, price: formatPrice(unitPriceUsd, 'USD') })}
      </Fact>
    </>
  )
}

function OnChain({ payment }: { payment: ShownPayment }): VNode {
  const { address, txHash, terms, transfers } = payment
  const from = transfers.find((transfer) => !transfer.orphaned && transfer.from !== null)?.from
  return (
    <>
      <Address payment={payment} name={money.onePayment.address} address={address} />
      {txHash !== null && (
        <Fact name={money.onePayment.transaction}>
          <TransactionLink payment={payment} chainId={terms.chainId} hash={txHash} />
        </Fact>
      )}
      {from && <Address payment={payment} name={money.onePayment.from} address={from} />}
    </>
  )
}

function Address(props: { payment: ShownPayment; name: string; address: string }): VNode {
  const { payment, name, address } = props
  return (
    <div class="whole">
      <dt>{name}</dt>
      <dd>
        <GroupedAddress address={address} />
        <div class="actions">
          <CopyButton value={address} label={text.copy} />
          <AddressLink payment={payment} chainId={payment.terms.chainId} address={address} />
        </div>
      </dd>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode | null {
  if (children === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
