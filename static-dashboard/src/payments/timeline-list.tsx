import type { VNode } from 'preact'
import { Section } from '../parts/page.tsx'
import { money } from '../texts/money/money.ts'
import { dayOf, timeZone } from './clock-time.ts'
import { type ShownPayment, timelineOf } from './timeline.ts'
import { TimelineEntry } from './timeline-entry.tsx'

export function TimelineList(props: { payment: ShownPayment; reload: () => Promise<void> }): VNode {
  const { payment, reload } = props
  const byDay = Map.groupBy(timelineOf(payment), ({ at }) => dayOf(new Date(at)))
  return (
    <Section title={money.onePayment.timeline} note={timeZone()}>
      {[...byDay].map(([day, happenings]) => (
        <div key={day} class="day">
          <h3>{day}</h3>
          <ol class="timeline">
            {happenings.map((happening, index) => (
              <TimelineEntry
                key={`${happening.at}${happening.kind}${index}`}
                happening={happening}
                payment={payment}
                reload={reload}
              />
            ))}
          </ol>
        </div>
      ))}
    </Section>
  )
}
