import * as z from 'zod'
import { VendorFailed } from '../../chain/notifiers/vendor-request.ts'
import type { Fetch } from '../../http/client/guarded-fetch.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  accountsAt,
  type Integration,
  type ProviderAccount,
} from '../../records/integrations/rules/integration.ts'
import type { ProviderName } from '../../records/integrations/rules/provider-name.ts'
import {
  credentialsContext,
  findIntegration,
} from '../../records/integrations/store/integrations.ts'
import { claimRenewal, findState, saveTokens, tokensContext } from './store/integration-states.ts'
import type { Account, KeptTokens } from './vendors/hosted-provider.ts'

type Context = Readonly<Record<string, string>>

export type OpenAccountDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  fetch: Fetch
  /** Opens what was sealed for providers. */
  openSealed: (sealed: Sealed, context: Context) => Promise<string>
  /** Seals for providers. */
  seal: (plaintext: string, context: Context) => Promise<Sealed>
  /** Other base URLs than the providers', on a local instance only. */
  hosts: Readonly<Partial<Record<string, string>>>
  wait: (milliseconds: number) => Promise<unknown>
}

/** `number` names the account at the provider, to which orders belong. */
export type OpenedAccount = { integration: Integration; number: number; account: Account }

const fields = z.record(z.string(), z.unknown())

/**
 * The account of a mode with a provider, ready for calls: the one in use, or the one that an order was made with.
 * Undefined if there is none.
 */
export async function openAccount(
  deps: OpenAccountDeps,
  { mode, provider }: AccountKey,
  number?: number,
): Promise<OpenedAccount | undefined> {
  const integration = await findIntegration(deps.table, mode, provider)
  if (!integration) return undefined
  const accounts = accountsAt(integration, deps.now())
  const wanted = accounts.find(({ account }) => number === undefined || account === number)
  return wanted && opened(deps, integration, wanted)
}

/** Every account that orders may have been made with, the one in use first. */
export async function openAccounts(
  deps: OpenAccountDeps,
  { mode, provider }: AccountKey,
): Promise<OpenedAccount[]> {
  const integration = await findIntegration(deps.table, mode, provider)
  if (!integration) return []
  const accounts = accountsAt(integration, deps.now())
  return Promise.all(accounts.map((each) => opened(deps, integration, each)))
}

async function opened(
  deps: OpenAccountDeps,
  integration: Integration,
  { account: number, credentials: sealed }: ProviderAccount,
): Promise<OpenedAccount> {
  const text = await deps.openSealed(sealed, credentialsContext(integration))
  const credentials = fields.parse(JSON.parse(text))
  const { mode, provider } = integration
  return {
    integration,
    number,
    account: accountWith(deps, { mode, provider, number, credentials }),
  }
}

type AccountKey = { mode: Mode; provider: ProviderName }
type Given = AccountKey & { number: number; credentials: unknown }

/** An account by its credentials. */
export function accountWith(
  deps: OpenAccountDeps,
  { mode, provider, number, credentials }: Given,
): Account {
  const { now, randomBytes, hosts } = deps
  return {
    credentials,
    now,
    randomBytes,
    fetch: deps.fetch,
    sandbox: mode === 'test',
    host: hosts[provider],
    tokens: keptTokens(deps, { mode, provider, number }),
  }
}

const renewalPauseMs = 500
const maxPauses = 20
const mostTokens = 20

const tokenList = z.array(z.object({ account: z.int(), token: z.string() }))

function keptTokens(deps: OpenAccountDeps, account: Omit<Given, 'credentials'>): KeptTokens {
  const { table, now, openSealed, seal, wait } = deps
  const context = tokensContext(account)
  const isOwn = (each: { account: number }) => each.account === account.number
  const readAll = async () => {
    const state = await findState(table, account)
    if (!state?.tokens) return []
    return tokenList.parse(JSON.parse(await openSealed(state.tokens, context)))
  }
  const read = async () => (await readAll()).filter(isOwn).map(({ token }) => token)
  const replace = async (stale: string | undefined, request: () => Promise<string>) => {
    let sealed: Sealed | null = null
    try {
      const known = await readAll()
      const newest = known.find(isOwn)?.token
      // Another function may have finished between that check and the claim.
      if (newest !== undefined && newest !== stale) return newest
      const token = await request()
      const own = [{ account: account.number, token }, ...known.filter(isOwn)].slice(0, 2)
      const kept = [...own, ...known.filter((each) => !isOwn(each))].slice(0, mostTokens)
      sealed = await seal(JSON.stringify(kept), context)
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
        if (await claimRenewal(table, account, now())) return replace(stale, request)
        await wait(renewalPauseMs)
      }
      throw new VendorFailed('Another request is renewing the access token. Try again in a minute.')
    },
  }
}
