import type { Bench } from './bench.ts'
import { bundles } from './bundles.ts'
import { customers } from './customers.ts'
import { growth } from './growth.ts'
import { latency } from './latency.ts'
import { lists } from './lists.ts'
import { page } from './page.ts'
import { postSession } from './post-session.ts'
import { reconciler } from './reconciler.ts'
import { roundTripsOfEndpoints } from './round-trips.ts'
import { start } from './start.ts'
import { sweepGas } from './sweep-gas.ts'
import { unlistedSearches } from './unlisted-searches.ts'
import { webhooks } from './webhooks.ts'

/** `npm run bench -- webhooks` runs one, `npm run bench` all of them in sequence, `--short` with little of each. */
const benches: Readonly<Record<string, Bench>> = {
  start,
  'post-session': postSession,
  'round-trips': roundTripsOfEndpoints,
  bundles,
  page,
  lists,
  customers,
  webhooks,
  latency,
  growth,
  reconciler,
  'unlisted-searches': unlistedSearches,
  'sweep-gas': sweepGas,
}

const wanted = process.argv.slice(2).filter((given) => given !== '--short')
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(
    `There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(2)
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(name)
  for (const { what, value, aim } of await bench()) {
    console.log(`  ${what.padEnd(72)} ${value}${aim === undefined ? '' : `   (aim: ${aim})`}`)
  }
}
// Nodes that tests share are kept until the process ends.
process.exit()
