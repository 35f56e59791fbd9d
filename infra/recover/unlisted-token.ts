import type { HexAddress } from '../../shared/chain/chain.ts'

/** A token that the registry doesn't list, as `--token` names it. */
export type UnlistedToken = { chainId: number; address: HexAddress }
