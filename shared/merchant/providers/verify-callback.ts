import { ServiceError } from '../../kernel/errors.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { ProviderName } from '../../records/integrations/rules/provider-name.ts'
import { noteForgery } from './note-forgery.ts'
import type { OpenedAccount } from './open-account.ts'
import type { HostedProvider, ProviderCallback, Verification } from './vendors/hosted-provider.ts'

export type VerifyCallbackDeps = {
  table: Table
  now: () => Date
  /** Every account of a mode that orders may have been made with. */
  accounts: (mode: Mode, provider: ProviderName) => Promise<readonly OpenedAccount[]>
  /** Called if the account of one mode can't be used, while that of the other can. */
  onUnusableAccount: (error: unknown) => void
}

export type Verified = { opened: OpenedAccount; verification: Exclude<Verification, 'forged'> }

/** The accounts whose keys signed the callback, or that can be asked about it. Until then, nothing of it is read. */
export async function verifyCallback(
  services: VerifyCallbackDeps,
  provider: HostedProvider,
  callback: ProviderCallback,
): Promise<Verified[]> {
  const tried = await Promise.allSettled(
    modes.map((mode) => verify(services, provider, { mode, callback })),
  )
  const checked = tried.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const verified = checked.filter(isVerified)
  const signedBy = verified.filter(({ verification }) => verification === 'signed')
  const failures = tried.filter((each) => each.status === 'rejected').map(({ reason }) => reason)
  if (verified.length > 0) {
    for (const failure of failures) services.onUnusableAccount(failure)
    return signedBy.length > 0 ? signedBy : verified
  }
  // It may be of the account that could not be used: the provider repeats it.
  if (failures.length > 0) throw failures[0]
  if (checked.length === 0) {
    const message = `No account with ${provider.title} is configured. Its webhooks are refused until one is.`
    throw new ServiceError('resource_not_found', message)
  }
  for (const mode of new Set(checked.map(({ opened }) => opened.integration.mode))) {
    await noteForgery(services, { mode, provider: provider.name })
  }
  throw new ServiceError('unauthenticated', 'The signature matches no account of this provider.')
}

type Checked = { opened: OpenedAccount; verification: Verification }

function isVerified(checked: Checked): checked is Verified {
  return checked.verification !== 'forged'
}

/** By the accounts of one mode: the one in use, and those that were. */
async function verify(
  { accounts }: VerifyCallbackDeps,
  provider: HostedProvider,
  { mode, callback }: { mode: Mode; callback: ProviderCallback },
): Promise<Checked[]> {
  const all = await accounts(mode, provider.name)
  return Promise.all(
    all.map(async (opened) => ({
      opened,
      verification: await provider.verify(opened.account, callback),
    })),
  )
}
