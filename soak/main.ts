import { soakKills } from './kills.ts'
import { soakMoney } from './money.ts'
import { soakPayments } from './payments.ts'

const usage = `Usage: npm run soak -- [number of kills] [seed]
       npm run soak -- payments [number of payments]
       npm run soak -- money [minutes] [seed]`

const soaks = {
  kills: { usual: 30, run: (count: number, seed = 'soak') => soakKills(count, seed) },
  payments: { usual: 10_000, run: (count: number) => soakPayments(count) },
  money: { usual: 60, run: (count: number, seed = '20260301') => soakMoney(count, seed) },
} as const

const [first = '', ...others] = process.argv.slice(2)
const name = first === 'payments' || first === 'money' ? first : 'kills'
const [number, seed] = name === 'kills' ? [first, ...others] : others
const { usual, run } = soaks[name]
const count = number ? Number(number) : usual
if (!Number.isInteger(count) || count < 1) {
  console.error(usage)
  process.exit(2)
}
process.exitCode = (await run(count, seed)) ? 0 : 1
