import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { formatFiat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty, Loaded, PageHead } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { WorkSteps } from '../parts/work-steps.tsx'
import { problemText } from '../problem-text.ts'
import { NewRefund } from '../refunds/new-refund.tsx'
import { RefundList } from '../refunds/refund-list.tsx'
import { address, hrefOf, keepInAddress, mode, navigate } from '../router.ts'
import { notForViewers, ownersOnly } from '../service/role.ts'
import { usePolling } from '../service/use-polling.ts'
import { useQuery } from '../service/use-query.ts'
import { useWork } from '../service/use-work.ts'
import { recordPath } from '../shell/record-path.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { CheckResult } from './check-result.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import { PaymentStatus, toneOf } from './payment-status.tsx'
import { Rail } from './rail.tsx'
import { SettleForm, type Settling } from './settle-form.tsx'
import type { ShownPayment } from './timeline.ts'
import { TimelineList } from './timeline-list.tsx'
import { whyText } from './why-text.ts'

/** While it may change within seconds, and otherwise. */
const openMs = 3_000
const quietMs = 20_000

export function PaymentPage({ id }: { id: string }): VNode {
  const query = useQuery('show-payment', { id })
  const { data } = query
  const isMoving = data?.closedAt === null
  usePolling(query.reload, isMoving ? openMs : quietMs)
  useEffect(() => {
    if (data && data.mode !== mode.peek()) {
      navigate(recordPath('payments', data.mode, id), { replace: true })
    }
  }, [data?.mode])
  const isMissing =
    query.failure?.kind === 'rejected' && query.failure.code === 'resource_not_found'
  return (
    <>
      <a class="back" href={hrefOf(`/${mode.value}/payments`)}>
        <Icon name="back" small />
        {text.pages.payments}
      </a>
      {isMissing ? (
        <Empty isPage icon="receipt" title={money.onePayment.missing}>
          {money.onePayment.missingText}
        </Empty>
      ) : (
        <Loaded query={query} rows={8}>
          {(payment) => <Shown payment={payment} reload={query.reload} />}
        </Loaded>
      )}
    </>
  )
}

function Shown(props: { payment: ShownPayment; reload: () => Promise<void> }): VNode {
  const { payment, reload } = props
  const refunding = address.value.query.get('refund')
  const setRefunding = (of: string | null) => keepInAddress('refund', of)
  const [problem, setProblem] = useState<string>()
  const check = useWork('check-session-now', {
    target: payment.id,
    isAllowed: notForViewers() === undefined,
    onEnd: () => void reload(),
  })
  const onSettled = (outcome: Settling) => {
    setProblem(problemOf(outcome))
    void reload()
  }
  const actions = (
    <>
      <Button
        icon="redo"
        reason={notForViewers()}
        busy={check.isBusy && money.onePayment.check.running}
        onClick={() => void check.start({ id: payment.id })}
      >
        {money.onePayment.check.start}
      </Button>
      <Button kind="soft" reason={noRefund(payment)} onClick={() => setRefunding('')}>
        {money.onePayment.refund.title}
      </Button>
    </>
  )
  return (
    <>
      <Head payment={payment} actions={actions} />
      <Rail payment={payment} />
      {problem !== undefined && <Notice tone="warn" title={problem} />}
      <Why payment={payment} isTold={problem !== undefined} onSettled={onSettled} />
      {check.failure && check.failure.kind !== 'cancelled' && (
        <Notice tone="bad" title={money.onePayment.check.failed}>
          {problemText(check.failure)}
        </Notice>
      )}
      {check.last ? (
        <CheckResult steps={check.steps} payment={check.last} />
      ) : (
        <WorkSteps steps={check.steps} />
      )}
      <RefundList payment={payment} reload={reload} />
      <div class="detail">
        <TimelineList payment={payment} reload={reload} />
        <div>
          <PaymentFacts payment={payment} />
        </div>
      </div>
      {refunding !== null && noRefund(payment) === undefined && (
        <NewRefund
          payment={payment}
          depositId={refunding === '' ? null : refunding}
          onClose={() => setRefunding(null)}
          onPromised={() => {
            setRefunding(null)
            void reload()
          }}
        />
      )}
    </>
  )
}

/** Why no refund can be promised. */
function noRefund({ refundable }: ShownPayment): string | undefined {
  return ownersOnly() ?? (refundable.length === 0 ? money.onePayment.refund.none : undefined)
}

function Head({ payment, actions }: { payment: ShownPayment; actions: VNode }): VNode {
  const { fiat, status, received, terms, linkTitle, customerEmail, reference } = payment
  const facts = [linkTitle, customerEmail, reference].filter((fact) => fact !== null)
  const title = (
    <span class="headline">
      {formatFiat(fiat)}
      <PaymentStatus
        status={status}
        confirmations={[received.confirmations, terms.confirmationsRequired]}
      />
    </span>
  )
  const name = reference ?? payment.id
  return (
    <PageHead name={`${money.onePayment.name} ${name}`} title={title} actions={actions}>
      {facts.length > 0 ? facts.join(', ') : payment.id}
    </PageHead>
  )
}

function Why({ payment, isTold, onSettled }: Parameters<typeof SettleForm>[0]): VNode {
  const { status, why, acceptable, canDismiss } = payment
  const tone = toneOf(status)
  const isAccepted = payment.settlement?.outcome === 'accepted'
  const mayDecide = acceptable.length > 0 || canDismiss
  return (
    <section class={`why ${tone === 'quiet' ? 'info' : tone}`}>
      <h2>{isAccepted ? money.onePayment.accepted : money.onePayment.meanings[status]}</h2>
      <p>{whyText(why)}</p>
      {mayDecide && (
        <SettleForm key={payment.version} payment={payment} isTold={isTold} onSettled={onSettled} />
      )}
    </section>
  )
}

function problemOf(outcome: Settling): string | undefined {
  if (outcome === 'settled') return undefined
  if (outcome === 'already') return money.onePayment.settle.already
  return outcome.kind === 'cancelled' ? undefined : problemText(outcome)
}
