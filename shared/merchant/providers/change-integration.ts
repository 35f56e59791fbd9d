import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { type AuditDeps, auditWrite } from '../../kernel/operation/audit.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { OperatorRequest } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { momentOfChanges } from '../../payments/wallet/moment-of-changes.ts'
import {
  type Integration,
  withoutReplacement,
} from '../../records/integrations/rules/integration.ts'
import type { ProviderName } from '../../records/integrations/rules/provider-name.ts'
import { findIntegration, integrationWrite } from '../../records/integrations/store/integrations.ts'
import { refuseIntegration } from './rules/integration-refusals.ts'
import { ofIntegration, presentIntegration, shownIntegration } from './wire/integration.ts'

const touches = { table: 'write', administers: ['integrations', 'audit-log'] } as const

export const enableIntegration = operatorOperation({
  name: 'enable-integration',
  role: 'owner',
  proof: 'always',
  command: 'integrations enable',
  input: ofIntegration,
  output: shownIntegration,
  touches,
  docs: { summary: 'Offer a hosted payment provider on the checkout page of links in US dollars' },
  /** Throws `resource_not_found` for a provider without credentials. */
  run(services, request) {
    return change(services, request, true)
  },
})

export const disableIntegration = operatorOperation({
  name: 'disable-integration',
  role: 'owner',
  proof: 'always',
  command: 'integrations disable',
  input: ofIntegration,
  output: shownIntegration,
  touches,
  docs: { summary: 'Offer a hosted payment provider no longer; its open orders still count' },
  /** Throws `resource_not_found` for a provider without credentials. */
  run(services, request) {
    return change(services, request, false)
  },
})

const canceledChange = shownIntegration.extend({
  /** The fingerprint of the account that does not replace it; null if none was pending at `pendingAt`. */
  cancelled: z.string().nullable(),
})

export const cancelIntegrationChange = operatorOperation({
  name: 'cancel-integration-change',
  role: 'owner',
  proof: 'always',
  command: 'integrations cancel',
  input: ofIntegration.extend({
    /** Cancels what was pending then, although it is in effect by now: the time of the backup, while it is restored. */
    pendingAt: z.iso.datetime().optional(),
    dryRun: z.boolean().default(false),
  }),
  output: canceledChange,
  touches,
  docs: { summary: 'Cancel a replacement of a provider’s account that is not in effect yet' },
  /** Throws `resource_not_found`, and `state_changed` if no replacement is pending, or for `pendingAt` unless `restore` runs. */
  async run(services, request) {
    const { mode, provider, pendingAt, dryRun } = request.input
    const now = services.now()
    const stored = await required(services.table, mode, provider)
    const at =
      dryRun && pendingAt
        ? new Date(pendingAt)
        : await momentOfChanges(services, { mode, pendingAt })
    const found = withoutReplacement(stored, { pendingAt: at, now })
    if (!found) {
      if (pendingAt === undefined) throw refuseIntegration('no_replacement_pending', { provider })
      return { result: { ...presentIntegration(stored, now), cancelled: null } }
    }
    const { left, canceled } = found
    const result = { ...presentIntegration(left, now), cancelled: canceled.fingerprint }
    if (dryRun) return { result }
    const entry = auditWrite(services, {
      mode,
      action: 'integration.cancel',
      target: provider,
      note: '',
      actor: await request.findActor(),
      outcome: `${canceled.fingerprint} → ${left.fingerprint}`,
      details: { effectiveAt: canceled.from.toISOString() },
    })
    const after = { ...left, version: stored.version + 1 }
    return { result, writes: [integrationWrite(after, stored.version), entry] }
  },
})

type Services = AuditDeps & { table: Table }
type Request = OperatorRequest<z.infer<typeof ofIntegration>>
type Shown = z.infer<typeof shownIntegration>

async function required(table: Table, mode: Mode, provider: ProviderName): Promise<Integration> {
  const found = await findIntegration(table, mode, provider)
  if (found) return found
  throw refuseIntegration('no_credentials', { provider, mode })
}

async function change(
  services: Services,
  { input: { mode, provider }, findActor }: Request,
  isEnabled: boolean,
): Promise<Decision<Shown>> {
  const before = await required(services.table, mode, provider)
  const after = { ...before, isEnabled, version: before.version + 1 }
  const result = presentIntegration(after, services.now())
  if (before.isEnabled === isEnabled) return { result }
  const action = isEnabled ? 'integration.enable' : 'integration.disable'
  const entry = auditWrite(services, {
    mode,
    actor: await findActor(),
    action,
    target: provider,
    note: '',
    outcome: isEnabled ? 'disabled → enabled' : 'enabled → disabled',
    details: {},
  })
  return { result, writes: [integrationWrite(after, before.version), entry] }
}
