import * as z from 'zod'
import { assetExample } from './asset-example.ts'

/** A coin or token of a network in which sessions can be paid. */
const asset = z.lazy(() =>
  z
    .object({
      object: z.literal('asset'),
      chainId: z.int().describe('Its network.'),
      asset: z.string().describe('Its symbol, as sessions and quotes have it.'),
      tokenAddress: z.string().nullable().describe('Its contract; null for the native coin.'),
      decimals: z.int().describe('Decimal places of its smallest unit.'),
      usdPegged: z.boolean().describe('Whether it is a USD stablecoin.'),
    })
    .meta({ id: 'Asset', examples: [assetExample] }),
)

const network = z.lazy(() =>
  z
    .object({
      chainId: z.int().describe('As EIP-155 has it.'),
      name: z.string().describe('Its name, for people.'),
      confirmations: z
        .int()
        .describe('Blocks that confirm a payment, its own included, for sessions created now.'),
    })
    .meta({ id: 'Network' }),
)

/** All at once, in the envelope of lists. */
export const assetList = z.lazy(() =>
  z
    .object({
      data: z.array(asset),
      hasMore: z.literal(false),
      nextCursor: z.null(),
      networks: z.array(network).describe('Those that are enabled in this mode.'),
      default: z
        .object({ chainId: z.int(), asset: z.string() })
        .meta({ id: 'DefaultAsset' })
        .nullable()
        .describe('What a session gets that names neither; null while no network is enabled.'),
      currencies: z.array(z.string()).describe('Codes of the currencies that have a rate.'),
    })
    .meta({ id: 'AssetList' }),
)

export type AssetListBody = z.infer<typeof assetList>
