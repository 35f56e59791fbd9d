import type { ChainClient } from '../../../chain/open-chain.ts'
import { feesFor, type GasMarket } from '../../../chain/rules/fee-rule.ts'
import { divideRoundingUp } from '../../../kernel/money.ts'
import type { GasUse } from '../rules/gas-use.ts'
import { highestCost } from './gas-prices.ts'

/** Bytes of one signed transfer in a batch of Multicall3: 50 take 24,182. */
const bytesPerAddress = 484

/** The cost of transactions of a gas wallet at current prices, in wei. Throws `ChainUnavailable`. */
export async function expectedGas(
  client: ChainClient,
  market: GasMarket,
  { transactions, addresses, gasUnits }: GasUse,
): Promise<bigint> {
  if (transactions === 0) return 0n
  const fees = feesFor(client.chain.fees, market, { exact: true })
  const gas = divideRoundingUp(gasUnits, BigInt(transactions))
  const dataBytes = Math.ceil(addresses / transactions) * bytesPerAddress
  return BigInt(transactions) * (await highestCost(client, { gas, fees, dataBytes }))
}
