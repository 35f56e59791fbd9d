import { chains } from '../../shared/chain/chains.ts'
import type { Recovered } from './recover.ts'
import { usageError } from './recover-options.ts'

/** Throws an `OperateError` for an address of the mnemonic, or one that nothing can leave again. */
export function requireOther(to: string, { own }: Pick<Recovered, 'own'>): void {
  const address = to.toLowerCase()
  if (own.has(address)) {
    throw usageError('--to is an address of this mnemonic. Give one of another wallet.')
  }
  const chain = chains.find(({ tokens }) =>
    tokens.some((token) => token.address.toLowerCase() === address),
  )
  if (!chain) return
  throw usageError(
    `--to is the contract of a token on ${chain.name}: what is sent there is lost. Give an address of your own wallet.`,
  )
}
