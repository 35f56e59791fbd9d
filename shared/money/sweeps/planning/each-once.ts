import { assetKey, type Holding } from '../../../payments/holdings/rules/holding.ts'

/**
 * The pages without holdings that an earlier one had: what waits is stored further back in the same index, and met
 * again there. A page may be empty and not be the last. It ends, as each is stored again once.
 */
export async function* eachOnce(
  pages: AsyncIterable<readonly Holding[]>,
): AsyncGenerator<Holding[]> {
  const seen = new Set<string>()
  for await (const page of pages) {
    const unseen = page.filter((holding) => !seen.has(nameOf(holding)))
    for (const holding of unseen) seen.add(nameOf(holding))
    yield unseen
  }
}

function nameOf(holding: Holding): string {
  return `${holding.sessionId}#${assetKey(holding)}`
}
