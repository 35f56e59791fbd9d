import * as z from 'zod'
import { VendorFailed } from '../chain/notifiers/vendor-request.ts'
import type { RandomBytes } from '../kernel/ids.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import { type Integration, walletAt } from './rules/integration.ts'
import type { ProviderName } from './rules/provider-name.ts'
import { claimRenewal, findState, saveTokens, tokensContext } from './store/integration-states.ts'
import { credentialsContext, findIntegration } from './store/integrations.ts'
import type { Account, KeptTokens } from './vendors/hosted-provider.ts'

type Context = Readonly<Record<string, string>>

export type OpenAccountDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  fetch: typeof globalThis.fetch
  /** Opens what was sealed for providers. */
  openSealed: (sealed: Sealed, context: Context) => Promise<string>
  /** Seals for providers. */
  seal: (plaintext: string, context: Context) => Promise<Sealed>
  /** Other base URLs than the providers', on a local instance only. */
  hosts: Readonly<Partial<Record<string, string>>>
  wait: (milliseconds: number) => Promise<unknown>
}

export type OpenedAccount = { integration: Integration; account: Account }

const fields = z.record(z.string(), z.unknown())

/** The account of a mode with a provider, ready for calls; undefined if there is none. */
export async function openAccount(
  deps: OpenAccountDeps,
  mode: Mode,
  provider: ProviderName,
): Promise<OpenedAccount | undefined> {
  const integration = await findIntegration(deps.table, mode, provider)
  if (!integration) return undefined
  const context = credentialsContext(integration)
  const given = fields.parse(JSON.parse(await deps.openSealed(integration.credentials, context)))
  const wallet = walletAt(integration, deps.now())
  const credentials = { ...given, ...(wallet !== null && { settlementWallet: wallet }) }
  return { integration, account: accountWith(deps, { mode, provider, credentials }) }
}

type Given = { mode: Mode; provider: ProviderName; credentials: unknown }

/** An account by its credentials. */
function accountWith(deps: OpenAccountDeps, { mode, provider, credentials }: Given): Account {
  const { now, randomBytes, fetch, hosts } = deps
  return {
    ...{ credentials, now, randomBytes, fetch },
    sandbox: mode === 'test',
    host: hosts[provider],
    tokens: keptTokens(deps, { mode, provider }),
  }
}

const renewalPauseMs = 500
const maxPauses = 20

const tokenList = z.array(z.string())

function keptTokens(deps: OpenAccountDeps, account: Omit<Given, 'credentials'>): KeptTokens {
  const { table, now, openSealed, seal, wait } = deps
  const context = tokensContext(account)
  const read = async () => {
    const state = await findState(table, account)
    if (!state?.tokens) return []
    return tokenList.parse(JSON.parse(await openSealed(state.tokens, context)))
  }
  const replace = async (known: readonly string[], request: () => Promise<string>) => {
    let sealed: Sealed | null = null
    try {
      const token = await request()
      sealed = await seal(JSON.stringify([token, ...known].slice(0, 2)), context)
      return token
    } finally {
      await saveTokens(table, account, sealed)
    }
  }
  return {
    read,
    async renew(stale, request) {
      for (let pause = 0; pause < maxPauses; pause++) {
        const [newest] = await read()
        if (newest !== undefined && newest !== stale) return newest
        if (await claimRenewal(table, account, now())) return replace(await read(), request)
        await wait(renewalPauseMs)
      }
      throw new VendorFailed('Another request is renewing the access token. Try again in a minute.')
    },
  }
}
