import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { Button } from '../parts/button.tsx'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { FoundRow } from './check-row.tsx'

const toleratedMs = 60_000

/** Whether this device's clock is the service's: a wrong one makes every relative time wrong. */
export function isClockRight(checkedAt: string): boolean {
  const differenceMs = Date.now() - Date.parse(checkedAt)
  return Math.abs(differenceMs - sinceLoadMs(checkedAt)) < toleratedMs
}

export function ClockRow({ isRight }: { isRight: boolean }): VNode {
  const words = isRight ? instance.doctor.clock : instance.doctor.clockWrong
  return <FoundRow words={{ state: isRight ? 'ok' : 'warn', action: '', ...words }} />
}

const loadedAt = new Map<string, number>()

/** How long ago this result arrived, by a clock that nobody sets. */
function sinceLoadMs(checkedAt: string): number {
  const at = loadedAt.get(checkedAt) ?? performance.now()
  loadedAt.set(checkedAt, at)
  return performance.now() - at
}

/** Whether these pages are of the version that the service is, such as not in a tab that was open before an update. */
export function arePagesCurrent(release: string): boolean {
  return release === __RELEASE__
}

export function PagesRow({ release }: { release: string }): VNode {
  const { title, why, action } = instance.doctor.pagesDiffer
  const words = { title, why: fill(why, { pages: __RELEASE__, release }), action }
  return (
    <FoundRow words={{ state: 'warn', ...words }}>
      <Button kind="soft" icon="redo" onClick={() => location.reload()}>
        {text.reload}
      </Button>
    </FoundRow>
  )
}
