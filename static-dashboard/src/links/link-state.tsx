import type { VNode } from 'preact'
import { Status } from '../parts/status.tsx'
import { tools } from '../texts/tools/tools.ts'

export function LinkState({ active }: { active: boolean }): VNode {
  return active ? (
    <Status tone="ok">{tools.links.active}</Status>
  ) : (
    <Status tone="quiet" icon="minus">
      {tools.links.inactive}
    </Status>
  )
}
