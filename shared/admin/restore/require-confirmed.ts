import { getAddress } from 'viem'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { confirmedNonce, pendingNonce } from '../../chain/sending/account-nonce.ts'
import { eachAtOnce } from '../../kernel/each-at-once.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { nextNonce } from '../../money/sweeps/store/senders.ts'

type Services = { table: Table; mode: Mode }

const accountsAtOnce = 5

/**
 * Throws `ChainUnavailable` while one of these accounts has a transaction that the table lost and that is not confirmed at
 * `block`: it is in no block that was searched, and a restore that ended without it would never look for it again.
 */
export async function requireConfirmed(
  { table, mode }: Services,
  client: ChainClient,
  { accounts, block }: { accounts: readonly string[]; block: bigint },
): Promise<void> {
  const { chainId } = client.chain
  await eachAtOnce(accounts, accountsAtOnce, async (address) => {
    const account = getAddress(address)
    const sent = await pendingNonce(client, account)
    if (sent === 0 || sent <= (await nextNonce(table, { mode, chainId, address: account }))) return
    if (sent <= (await confirmedNonce(client, account, block))) return
    const reason = `a transaction of ${account} is not confirmed yet. Run restore again in a few minutes`
    throw new ChainUnavailable(chainId, reason)
  })
}
