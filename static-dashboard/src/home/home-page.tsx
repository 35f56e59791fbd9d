import type { VNode } from 'preact'
import type { Operations } from '../operations.ts'
import { Loaded, PageHead, Section, Unloaded } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { NeedsAttention } from './attention.tsx'
import { Awaiting } from './awaiting.tsx'
import { countsOf } from './day-totals.ts'
import { type FirstStep, firstSteps } from './first-steps.ts'
import { FirstStepsList } from './first-steps-list.tsx'
import { Volume } from './volume.tsx'
import './home.css'

/** With the days before, to compare with. */
const days = 60

/** Whether all is well: what came in, what needs the operator, and what waits. Until then, the first steps. */
export function HomePage(): VNode {
  const overview = useQuery('show-overview', { mode: mode.value, days })
  const setup = useQuery('show-setup', {})
  const health = useQuery('check-health', { mode: mode.value })
  const steps = setup.data ? firstSteps(setup.data, mode.value) : []
  return (
    <Loaded query={overview} rows={8}>
      {(data) => (
        <>
          {hasPayments(data) ? <Volume days={data.days} /> : <Start steps={steps} />}
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

function hasPayments({ days: all }: Operations['show-overview']['output']): boolean {
  const { created, paid, paidLate, overpaid } = countsOf(all)
  return created + paid + paidLate + overpaid > 0
}

/** Until then, what is missing is a first step, and no problem. A shop may also sell nothing for months. */
function isBegun(
  data: Operations['show-overview']['output'],
  steps: readonly FirstStep[],
): boolean {
  return hasPayments(data) || (steps.length > 0 && steps.every(({ isDone }) => isDone))
}

/** Before the first payment. */
function Start({ steps }: { steps: readonly FirstStep[] }): VNode {
  return (
    <>
      <PageHead name={text.pages.home} title={text.home.title}>
        {text.home[mode.value]}
      </PageHead>
      <div class="start">
        <FirstStepsList steps={steps} heading="h2" />
      </div>
    </>
  )
}
