import { soakKills } from './kills.ts'
import { soakPayments } from './payments.ts'

const usage = `Usage: npm run soak -- [number of kills] [seed]
       npm run soak -- payments [number of payments]`

const [first = '30', second] = process.argv.slice(2)
const isPayments = first === 'payments'
const count = Number(isPayments ? (second ?? 10_000) : first)
if (!Number.isInteger(count) || count < 1) {
  console.error(usage)
  process.exit(2)
}
const isWell = isPayments ? await soakPayments(count) : await soakKills(count, second ?? 'soak')
process.exitCode = isWell ? 0 : 1
