import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { formatBase } from '../../shared/kernel/money.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import {
  checkSkippedAddresses,
  type SkippedMoney,
} from '../../shared/wallet/check-skipped-addresses.ts'
import { skipAddresses } from '../../shared/wallet/skip-addresses.ts'
import { config } from '../config.ts'
import { askForHoldings } from '../deps/ask-for-holdings.ts'
import { depositAddresses } from '../deps/deposit-addresses.ts'
import { enabledChains } from '../deps/enabled-chains.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'
import { derivationIndex } from './derivation-index.ts'

const mode = z.enum(modes)

const input = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('check'),
    mode,
    from: derivationIndex.default(0),
    until: derivationIndex.optional(),
  }),
  z.strictObject({ command: z.literal('skip'), mode, highestIndex: derivationIndex }),
])

/** How long one call begins something new: whoever called calls again. */
const checkMs = 30_000

const now = () => new Date()
const table = openTable(config('TABLE_NAME'))
const chains = enabledChains()
const addressesOf = depositAddresses(table)

/** What an operator does with the wallet from the terminal. */
export const handler = operatorHandler(async (event) => {
  const call = parseWith(input, event)
  if (call.command === 'skip') return skipAddresses(table, call)
  const { found, ...checked } = await checkSkippedAddresses(
    { table, now, ask: askForHoldings },
    {
      mode: call.mode,
      clients: chains.clientsOf(call.mode),
      addressAt: await addressesOf(call.mode),
      from: call.from,
      until: call.until,
      deadline: new Date(Date.now() + checkMs),
    },
  )
  return { ...checked, found: found.map(shown) }
})

function shown({ index, address, chainId, asset, amountBase, isAhead }: SkippedMoney) {
  const { symbol, decimals, tokenAddress } = asset
  const amount = formatBase(amountBase, decimals)
  return { index, address, chainId, symbol, tokenAddress, amount, isAhead }
}
