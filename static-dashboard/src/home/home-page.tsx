import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { Loaded, PageHead, Section, Unloaded } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { usePolling } from '../service/use-polling.ts'
import { type Query, useQuery } from '../service/use-query.ts'
import { noteAttention } from '../shell/note-attention.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { NeedsAttention } from './attention.tsx'
import { Awaiting } from './awaiting.tsx'
import { countsOf } from './day-totals.ts'
import { FirstPayment } from './first-payment.tsx'
import { type FirstStep, firstSteps } from './first-steps.ts'
import { FirstStepsList } from './first-steps-list.tsx'
import { LatestPayments } from './latest-payments.tsx'
import { chosenPeriod, PeriodChoice } from './period-choice.tsx'
import { Volume } from './volume.tsx'
import './home.css'

const latest = 6

/** Somebody may leave it open to see what comes in. */
const refreshMs = 60_000

/** Whether all is well: what came in, what needs the operator, and what waits. Until then, the first steps. */
export function HomePage(): VNode {
  const overview = useOverview(2 * chosenPeriod())
  const payments = useQuery('list-payments', { mode: mode.value, limit: latest })
  usePolling(async () => {
    await Promise.all([overview.reload(), payments.reload()])
  }, refreshMs)
  const setup = useQuery('show-setup', {})
  const health = useQuery('check-health', { mode: mode.value })
  const steps = setup.data ? firstSteps(setup.data, mode.value) : []
  return (
    <Loaded query={overview} rows={8}>
      {(data) => (
        <>
          {hasPayments(data) ? (
            <Volume days={data.days} actions={<PeriodChoice />} />
          ) : (
            <Start steps={steps} slug={setup.data?.testPayment?.slug} />
          )}
          <Unloaded query={setup} name={money.home.firstSteps} />
          <Unloaded query={health} name={text.pages.doctor} />
          <div class="columns">
            <NeedsAttention
              attention={data.attention}
              findings={isBegun(data, steps) ? (health.data?.checks ?? []) : []}
            />
            <Awaiting
              {...data}
              books={health.data?.checks.find(({ reason }) => reason === 'books_agree')}
            />
          </div>
          <LatestPayments query={payments} />
          {hasPayments(data) && steps.some(({ isDone }) => !isDone) && (
            <Section title={money.home.firstSteps}>
              <FirstStepsList steps={steps} heading="h3" />
            </Section>
          )}
        </>
      )}
    </Loaded>
  )
}

type Overview = Operations['show-overview']['output']

/** While another period is loaded, the one before stays. */
function useOverview(days: number): Query<Overview> {
  const query = useQuery('show-overview', { mode: mode.value, days })
  const shown = useRef<Overview | undefined>(undefined)
  shown.current = query.data ?? shown.current
  useEffect(() => {
    if (query.data) noteAttention(query.data)
  }, [query.data])
  return { ...query, data: shown.current }
}

function hasPayments({ days: all }: Overview): boolean {
  const { created, paid, paidLate, overpaid } = countsOf(all)
  return created + paid + paidLate + overpaid > 0
}

/** Until then, anything missing is a first step, not a problem. A shop may also sell nothing for months. */
function isBegun(data: Overview, steps: readonly FirstStep[]): boolean {
  return hasPayments(data) || (steps.length > 0 && steps.every(({ isDone }) => isDone))
}

/** Before the first payment. */
function Start(props: { steps: readonly FirstStep[]; slug: string | undefined }): VNode {
  const { steps, slug } = props

  return (
    <>
      <PageHead name={text.pages.home} title={money.start.title}>
        {money.start[mode.value]}
      </PageHead>
      <div class="start">
        <FirstStepsList steps={steps} heading="h2">
          {steps.length > 0 && (
            <FirstPayment
              slug={slug}
              isReady={steps.some(({ name, isDone }) => name === 'networks' && isDone)}
              isNext={steps.every(({ isDone }) => isDone)}
            />
          )}
        </FirstStepsList>
      </div>
    </>
  )
}
