import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The marks that the checkout shows, and where the package of icons has them. */
const marks = {
  coins: {
    folder: 'tokens',
    names: ['AVAX', 'BNB', 'DAI', 'ETH', 'EURC', 'POL', 'PYUSD', 'USDC', 'USDT'],
  },
  wallets: { folder: 'wallets', names: ['coinbase', 'metamask', 'okx', 'phantom', 'trust'] },
} as const

/** Each mark by its path, such as `coins/USDC.svg`. */
export async function packagedMarks(): Promise<Map<string, string>> {
  const { resolve } = createRequire(import.meta.url)
  const places = Object.entries(marks).flatMap(([kind, { folder, names }]) =>
    names.map((name) => ({ path: `${kind}/${name}.svg`, of: `${folder}/background/${name}.svg` })),
  )
  const read = places.map(async ({ path, of }) => {
    const file = resolve(`@web3icons/core/svgs/${of}.js`)
    const { default: svg }: { default?: unknown } = await import(pathToFileURL(file).href)
    if (typeof svg !== 'string' || !svg.startsWith('<svg')) throw new Error(`${of} isn’t an SVG.`)
    return [path, lean(svg)] as const
  })
  return new Map(await Promise.all(read))
}

/** Without what only indents it, or names it for a style sheet. */
function lean(svg: string): string {
  return `${svg.replace(/>\s+</g, '><').replace(' class="web3icons"', '').trim()}\n`
}
