import type { VNode } from 'preact'
import { NoticesSlot } from '../notices/notices-slot.tsx'
import { mode } from '../router.ts'
import { instance } from '../texts/instance/instance.ts'

export function NoticesForm(): VNode {
  return (
    <>
      <p class="quiet">{instance.settings.noticesHint}</p>
      <NoticesSlot mode={mode.value} />
    </>
  )
}
