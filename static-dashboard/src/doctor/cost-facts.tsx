import type { ComponentChildren, VNode } from 'preact'
import { unitCosts } from '../../../shared/admin/statistics/rules/cost-so-far.ts'
import { fill } from '../../../shared/kernel/template.ts'
import { counted, formatFiat } from '../format.ts'
import type { Operations } from '../operations.ts'
import { Section } from '../parts/page.tsx'
import { visit } from '../service/visit-state.ts'
import { instance } from '../texts/instance/instance.ts'

type Cost = NonNullable<Operations['check-health']['output']['cost']>

/** The cost of the month so far on AWS, or an estimate of it there, with its assumptions. */
export function CostFacts({ cost }: { cost: Cost }): VNode {
  const { doctor } = instance
  return (
    <Section
      title={visit.value?.isLocal ? doctor.costOnAws : doctor.cost}
      note={fill(doctor.costSince, { from: cost.from })}
    >
      <dl class="facts">
        <Line name={sessions(doctor.costPaid, cost.paid, unitCosts.paid)} usd={cost.paidUsd} />
        <Line
          name={sessions(doctor.costAbandoned, cost.abandoned, unitCosts.abandoned)}
          usd={cost.abandonedUsd}
        />
        <Line name={doctor.costIdle} usd={cost.idleUsd} />
        <Line name={<b>{doctor.costTotal}</b>} usd={cost.totalUsd} />
      </dl>
      <p class="quiet below">
        {visit.value?.isLocal && `${doctor.costLocal} `}
        {doctor.costWhy}
      </p>
    </Section>
  )
}

/** How many, and what 1,000 of them cost: one costs less than a cent. */
function sessions(words: Parameters<typeof counted>[0], count: number, each: number): string {
  const amount = (each * 1000).toFixed(2)
  const usd = formatFiat({ amount, currency: 'USD' })
  return `${counted(words, count)} · ${fill(instance.doctor.costPerThousand, { usd })}`
}

function Line({ name, usd }: { name: ComponentChildren; usd: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatFiat({ amount: usd, currency: 'USD' })}</dd>
    </div>
  )
}
