import * as z from 'zod'
import { sessionOnPage } from '../checkout-sessions/present-session.ts'
import { customer } from '../kernel/operation/caller.ts'
import { ok, operation } from '../kernel/operation/operation.ts'
import {
  type PageDecision,
  type PageRequestOf,
  pageInput,
} from '../kernel/operation/page-request.ts'
import type { Table } from '../kernel/store/table.ts'
import { mayUseProviders } from './rules/offered-providers.ts'
import { providerNames } from './rules/provider-name.ts'
import { listIntegrationsOf } from './store/integrations.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'

const offeredProvider = z.object({
  provider: z.enum(providerNames),
  title: z.string(),
  /** Buys coins by card, or accepts the customer's coins. */
  kind: z.enum(['on-ramp', 'gateway']),
  beta: z.boolean(),
  /** Whether no real money moves. */
  sandbox: z.boolean(),
})

const offeredProviders = z.object({ providers: z.array(offeredProvider) })

export const listSessionProviders = operation({
  name: 'list-session-providers',
  route: 'GET /api/checkout/sessions/{id}/providers',
  caller: customer,
  input: pageInput,
  output: ok(offeredProviders),
  errors: ['resource_not_found'],
  touches: { table: 'read' },
  docs: {
    tag: 'Checkout',
    summary: 'List the hosted providers that a session can be paid through',
    description: 'None unless a payment link opened it, in US dollars, and no payment was seen.',
  },
})

type Services = { table: Table; now: () => Date }

/** Throws `resource_not_found`. */
export async function runListSessionProviders(
  { table, now }: Services,
  { id }: PageRequestOf<typeof listSessionProviders>,
): Promise<PageDecision<z.infer<typeof offeredProviders>>> {
  const session = await sessionOnPage(table, id)
  if (!mayUseProviders(session, now())) return { result: { providers: [] } }
  const { mode } = session
  const enabled = (await listIntegrationsOf(table, mode)).filter(({ isEnabled }) => isEnabled)
  const names = providerNames.filter((name) => enabled.some(({ provider }) => provider === name))
  const providers = names.map((provider) => {
    const { title, kind, isBeta: beta } = hostedProviders[provider]
    return { provider, title, kind, beta, sandbox: mode === 'test' }
  })
  return { result: { providers } }
}
