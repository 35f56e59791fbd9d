import type { VNode } from 'preact'
import { fill } from '../../../static-ui/template.ts'
import { counted, now, relativeTime } from '../format.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { CheckRow } from './check-row.tsx'
import { GasRows } from './gas-rows.tsx'

type Health = Operations['check-health']['output']

/** Whether all is well: what needs the operator first, each with what to do. */
export function DoctorPage(): VNode {
  const health = useQuery('check-health', { mode: mode.value })
  const gas = useQuery('show-gas', { mode: mode.value })
  const again = () => {
    void health.reload()
    void gas.reload()
  }
  return (
    <>
      <PageHead
        name={text.pages.doctor}
        title={health.data ? summaryOf(health.data) : text.pages.doctor}
        actions={
          <Button icon="redo" busy={health.isLoading && instance.doctor.checking} onClick={again}>
            {instance.doctor.again}
          </Button>
        }
      >
        {health.data &&
          fill(instance.doctor.checkedAt, {
            time: relativeTime(new Date(health.data.checkedAt), now.value),
          })}
      </PageHead>
      <Loaded query={health} rows={6}>
        {(data) => <Checks health={data} />}
      </Loaded>
      <Section title={instance.doctor.gas}>
        <Loaded query={gas} rows={2}>
          {({ chains }) => <GasRows chains={chains} />}
        </Loaded>
      </Section>
    </>
  )
}

function summaryOf({ checks }: Health): string {
  const bad = checks.filter(({ state }) => state === 'bad').length
  const warn = checks.filter(({ state }) => state === 'warn').length
  if (bad + warn === 0) return instance.doctor.allWell
  const found = [
    ...(bad > 0 ? [counted(instance.doctor.problems, bad)] : []),
    ...(warn > 0 ? [counted(instance.doctor.warnings, warn)] : []),
  ]
  return found.join(', ')
}

function Checks({ health: { checks, checkedAt } }: { health: Health }): VNode {
  const toFix = checks.filter(({ state }) => state !== 'ok')
  const working = checks.filter(({ state }) => state === 'ok')
  return (
    <>
      {toFix.length > 0 && (
        <Section title={instance.doctor.toFix}>
          <ul class="rows">
            {toFix.map((check, index) => (
              <CheckRow key={index} check={check} />
            ))}
          </ul>
        </Section>
      )}
      <Section title={instance.doctor.working}>
        <ul class="rows">
          {working.map((check) => (
            <CheckRow key={check.reason} check={check} />
          ))}
          <Clock checkedAt={checkedAt} />
        </ul>
      </Section>
    </>
  )
}

const toleratedMs = 60_000

/** This device's clock against the service's: a wrong one makes every relative time wrong. */
function Clock({ checkedAt }: { checkedAt: string }): VNode {
  const differenceMs = Date.now() - Date.parse(checkedAt)
  const isRight = Math.abs(differenceMs - sinceLoadMs(checkedAt)) < toleratedMs
  const words = isRight ? instance.doctor.clock : instance.doctor.clockWrong
  return (
    <CheckRow
      check={{ state: isRight ? 'ok' : 'warn', title: words.title, why: words.why, action: '' }}
    />
  )
}

const loadedAt = new Map<string, number>()

/** How long ago this result arrived, by a clock that nobody sets. */
function sinceLoadMs(checkedAt: string): number {
  const at = loadedAt.get(checkedAt) ?? performance.now()
  loadedAt.set(checkedAt, at)
  return performance.now() - at
}
