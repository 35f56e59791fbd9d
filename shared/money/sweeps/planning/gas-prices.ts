import type { ChainClient } from '../../../chain/open-chain.ts'
import { type Fees, feesFor, type GasMarket } from '../../../chain/rules/fee-rule.ts'
import { readDataFee } from '../../../chain/sending/data-fee.ts'
import type { SweepKind } from '../../../payments/holdings/rules/sweep.ts'

/** The bytes of a signed transaction beside its data. */
const envelopeBytes = 130

/** The current fees of a sweep. One that empties its address pays exactly the reserved amount. */
export function feesOf({ chain }: ChainClient, market: GasMarket, kind: SweepKind): Fees {
  return feesFor(chain.fees, market, { exact: kind === 'native' })
}

type Transaction = { gas: bigint; dataBytes: number; fees: Fees }

/** The maximum cost of a transaction, in wei. Throws `ChainUnavailable`. */
export async function highestCost(
  client: ChainClient,
  { gas, dataBytes, fees }: Transaction,
): Promise<bigint> {
  const dataFee = await readDataFee(client, { bytes: envelopeBytes + dataBytes, gas })
  return gas * fees.maxFeePerGas + dataFee
}
