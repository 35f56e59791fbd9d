import { type FoundSweeps, findLostSweeps } from '../../shared/admin/restore/find-lost-sweeps.ts'
import { askDirectly } from '../chain-fixture.ts'
import { runAsOperator } from '../run-as-operator.ts'
import type { Sweeping } from './sweeping.ts'

/** Searches, page by page, for sweeps that a restored table lacks. */
export async function findLost(
  { services: { table, now }, chain }: Sweeping,
  { since, dryRun = false }: { since: Date; dryRun?: boolean },
): Promise<FoundSweeps[]> {
  const services = { table, now, ask: askDirectly, chains: async () => [chain().client] }
  const found: FoundSweeps[] = []
  let after: string | undefined
  do {
    const input = { mode: 'test' as const, since: since.toISOString(), after, dryRun }
    const page = await runAsOperator(findLostSweeps, services, input)
    found.push(page)
    after = page.next ?? undefined
  } while (after)
  return found
}
