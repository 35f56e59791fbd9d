import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { counted, relativeTime } from '../format.ts'
import { now } from '../now.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { BookDifferences } from './book-differences.tsx'
import { CheckRow } from './check-row.tsx'
import { CostFacts } from './cost-facts.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { GasRows } from './gas-rows.tsx'
import { arePagesCurrent, ClockRow, isClockRight, PagesRow } from './own-checks.tsx'
import { PriceTable } from './price-table.tsx'
import { SkippedAddresses } from './skipped-addresses.tsx'

type Health = Operations['check-health']['output']

export function DoctorPage(): VNode {
  const health = useQuery('check-health', { mode: mode.value })
  const gas = useQuery('show-gas', { mode: mode.value })
  const books = useQuery('show-books', { mode: mode.value })
  const again = () => {
    void health.reload()
    void gas.reload()
    void books.reload()
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
        {(data) => <Checks health={data} onChange={again} />}
      </Loaded>
      <BookDifferences query={books} onChange={again} />
      <Section title={instance.doctor.gas}>
        <Loaded query={gas} rows={2}>
          {({ chains }) => <GasRows chains={chains} />}
        </Loaded>
      </Section>
      {health.data && health.data.prices.length > 0 && <PriceTable prices={health.data.prices} />}
      <SkippedAddresses key={mode.value} />
      {health.data?.cost && <CostFacts cost={health.data.cost} />}
    </>
  )
}

function summaryOf({ checks, checkedAt, release }: Health): string {
  const bad = checks.filter(({ state }) => state === 'bad').length
  const own = [isClockRight(checkedAt), arePagesCurrent(release)].filter((isRight) => !isRight)
  const warn = checks.filter(({ state }) => state === 'warn').length + own.length
  if (bad + warn === 0) return instance.doctor.allWell
  const found = [
    ...(bad > 0 ? [counted(instance.doctor.problems, bad)] : []),
    ...(warn > 0 ? [counted(instance.doctor.warnings, warn)] : []),
  ]
  return found.join(', ')
}

function Checks({ health, onChange }: { health: Health; onChange: () => void }): VNode {
  const { checks, checkedAt, release } = health
  const toFix = checks.filter(({ state }) => state !== 'ok')
  const working = checks.filter(({ state }) => state === 'ok')
  const [isRight, isCurrent] = [isClockRight(checkedAt), arePagesCurrent(release)]
  return (
    <>
      {(toFix.length > 0 || !isRight || !isCurrent) && (
        <Section title={instance.doctor.toFix}>
          <ul class="rows">
            {toFix.map((check, index) =>
              check.reason === 'dead_letters' ? (
                <DeadLetters key={index} check={check} onChange={onChange} />
              ) : (
                <CheckRow key={index} check={check} />
              ),
            )}
            {!isRight && <ClockRow isRight={isRight} />}
            {!isCurrent && <PagesRow release={release} />}
          </ul>
        </Section>
      )}
      <Section title={instance.doctor.working}>
        <ul class="rows">
          {working.map((check) => (
            <CheckRow key={check.reason} check={check} />
          ))}
          {isRight && <ClockRow isRight={isRight} />}
        </ul>
      </Section>
    </>
  )
}
