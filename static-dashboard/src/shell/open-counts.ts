import { signal } from '@preact/signals'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { mode } from '../router.ts'

type OpenCounts = { mode: Mode; byPage: Readonly<Record<string, string | undefined>> }

/** From the latest request; null before the first. */
export const openCounts = signal<OpenCounts | null>(null)

/** How many items on a page need attention; undefined if none do. */
export function openCount(page: string): string | undefined {
  const latest = openCounts.value
  return latest?.mode === mode.value ? latest.byPage[page] : undefined
}
