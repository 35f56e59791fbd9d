import type { Operations } from '../operations.ts'

type Network = Operations['list-networks']['output']['networks'][number]
type Wallet = Operations['list-payout-wallets']['output']['payoutWallets'][number]
/** An enabled network, and the address that its money goes to. */
export type PayoutRow = Pick<Network, 'chainId' | 'name' | 'mode'> & {
  state: { kind: 'set'; address: string } | { kind: 'left-out' } | { kind: 'missing' }
}

export function payoutRows(
  networks: readonly Pick<Network, 'chainId' | 'name' | 'mode' | 'status'>[],
  wallets: readonly Pick<Wallet, 'chainId' | 'address'>[],
  { modes }: Pick<Operations['show-setup']['output'], 'modes'>,
): PayoutRow[] {
  const leftOut = new Set(modes.flatMap((each) => each.leftOut.map(({ chainId }) => chainId)))
  const stateOf = (chainId: number): PayoutRow['state'] => {
    const wallet = wallets.find((each) => each.chainId === chainId)
    if (wallet) return { kind: 'set', address: wallet.address }
    return { kind: leftOut.has(chainId) ? 'left-out' : 'missing' }
  }
  return networks
    .filter(({ status }) => status === 'enabled')
    .map(({ chainId, name, mode }) => ({ chainId, name, mode, state: stateOf(chainId) }))
}

export function isOf<Kind extends PayoutRow['state']['kind']>(kind: Kind) {
  return (row: PayoutRow): boolean => row.state.kind === kind
}

/** The address to offer for the other networks of a mode: the first typed one, else one that is set. */
export function commonAddress(
  rows: readonly PayoutRow[],
  typed: ReadonlyMap<number, string>,
): string | undefined {
  const written = rows.map(({ chainId }) => typed.get(chainId)?.trim()).find(Boolean)
  const stored = rows.map(({ state }) => (state.kind === 'set' ? state.address : undefined))
  return written ?? stored.find((address) => address !== undefined)
}
