import { readBlock } from '../../../chain/blocks/read-block.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'

/** Whether the chain responds, so that an error concerns one sweep only. */
export function isReached(
  { ask }: Pick<SweepServices, 'ask'>,
  client: SweptChain['client'],
): Promise<boolean> {
  return ask(client, ({ node }) => readBlock(node)).then(
    () => true,
    () => false,
  )
}
