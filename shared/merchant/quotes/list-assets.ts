import type { Chain } from '../../chain/chain.ts'
import { offeredAssets } from '../../chain/chains.ts'
import type { Mode } from '../../kernel/mode.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { networks } from '../../payments/networks/enabled-chains.ts'
import { selectAsset } from '../../payments/quotes/select-asset.ts'
import { type AssetListBody, assetList } from '../../payments/quotes/wire/asset.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { confirmationsOf } from '../../records/settings/rules/confirmations-of.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'

export const listAssets = merchantOperation({
  name: 'list-assets',
  route: 'GET /api/v1/assets',
  scope: 'any',
  input: noInput,
  output: ok(assetList),
  touches: { table: 'read' },
  // A change of the networks should be seen soon, and mostly nothing has changed.
  cacheControl: 'private, max-age=60',
  docs: {
    tag: 'Assets',
    summary: 'List assets',
    description:
      'What sessions and quotes can be paid in: the networks that are enabled, their coins and tokens, and the currencies of prices. All of it on one page, for any API key. Keep the response for a minute, and send its `ETag` as `If-None-Match` afterwards: nothing has changed if the response is a 304.',
  },
  needs: (_, { table }) => networks(table),
  async run({ settings: settingsOf, enabledChains, currencies }: Services, { mode }) {
    const [settings, chains, codes] = await Promise.all([
      settingsOf(mode),
      enabledChains(mode),
      currencies(),
    ])
    const usual = chains.length > 0 ? selectAsset(chains, {}, settings) : null
    return {
      result: {
        data: chains.flatMap(assetsOnWire),
        hasMore: false as const,
        nextCursor: null,
        networks: chains.map((chain) => ({
          chainId: chain.chainId,
          name: chain.name,
          confirmations: confirmationsOf(settings, chain),
        })),
        default: usual && { chainId: usual.chain.chainId, asset: usual.symbol },
        currencies: [...codes],
      },
    }
  },
})

type Services = {
  settings: (mode: Mode) => Promise<Settings>
  /** The chains that sessions of a mode can be paid on, with the assets that they offer. */
  enabledChains: (mode: Mode) => Promise<readonly Chain[]>
  /** Codes of the currencies that have an exchange rate. */
  currencies: () => Promise<readonly string[]>
}

function assetsOnWire(chain: Chain): AssetListBody['data'] {
  return offeredAssets(chain).map(({ symbol, tokenAddress, decimals, usdPegged }) => ({
    object: 'asset',
    chainId: chain.chainId,
    asset: symbol,
    tokenAddress,
    decimals,
    usdPegged,
  }))
}
