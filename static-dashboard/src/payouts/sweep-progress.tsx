import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/page.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { hrefOf, mode } from '../router.ts'
import { usePolling } from '../service/use-polling.ts'
import { useQuery } from '../service/use-query.ts'
import { recordPath } from '../shell/record-path.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { isUnderWay, SweepStatus } from './sweep-status.tsx'

type Sweep = Operations['list-sweeps']['output']['sweeps'][number]

const everyMs = 2_000
/** A plan is made within a minute. Without a sweep by then, nothing was due. */
const patienceMs = 90_000

type Props = { since: string; onChange: () => void; onClose: () => void }

export function SweepProgress({ since, onChange, onClose }: Props): VNode {
  const words = money.payouts.progress
  const query = useQuery('list-sweeps', { mode: mode.value, limit: 25 })
  const isLate = useLate(patienceMs)
  usePolling(query.reload, everyMs)
  const sweeps = (query.data?.sweeps ?? []).filter(({ createdAt }) => createdAt >= since)
  const states = sweeps.map(({ id, status }) => `${id} ${status}`).join()
  useEffect(onChange, [states])
  const isOver = sweeps.length > 0 ? !sweeps.some(isUnderWay) : isLate
  return (
    <Section
      title={words.title}
      note={
        <Button kind="plain" icon="close" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <ul class="steps" aria-live="polite" aria-busy={!isOver} aria-label={words.title}>
        <Step name={words.asked}>
          <Status tone="ok">{words.done}</Status>
        </Step>
        <Step name={words.plan}>
          <PlanStatus isPlanned={sweeps.length > 0} isLate={isLate} />
        </Step>
        {sweeps.toReversed().map((sweep) => (
          <SweepStep key={sweep.id} sweep={sweep} />
        ))}
      </ul>
    </Section>
  )
}

function Step({ name, children }: { name: VNode | string; children: VNode }): VNode {
  return (
    <li>
      <span>{name}</span>
      {children}
    </li>
  )
}

function PlanStatus({ isPlanned, isLate }: { isPlanned: boolean; isLate: boolean }): VNode {
  const words = money.payouts.progress
  if (isPlanned) return <Status tone="ok">{words.done}</Status>
  if (isLate) return <Status tone="quiet">{words.nothingDue}</Status>
  return <Status tone="info">{words.running}</Status>
}

function SweepStep({ sweep }: { sweep: Sweep }): VNode {
  const { id, amount, chain, status, createdAt, finalAt } = sweep
  const { progress, sweepTitle } = money.payouts
  const title = fill(sweepTitle, { amount: formatShortly(amount), chain })
  const name = (
    <>
      {progress.move} <a href={hrefOf(recordPath('payouts', mode.value, id))}>{title}</a>
    </>
  )
  return (
    <Step name={name}>
      <span>
        <SweepStatus status={status} /> <Time at={finalAt ?? createdAt} />
      </span>
    </Step>
  )
}

/** Whether so much time has passed since it was first drawn. */
function useLate(ms: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), ms)
    return () => window.clearTimeout(timer)
  }, [ms])
  return isLate
}
