import { createInterface } from 'node:readline/promises'
import { setTimeout } from 'node:timers/promises'
import { getCode } from 'viem/actions'
import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import { OperateError } from '../operate/operate-error.ts'
import { readMnemonic } from '../operate/read-mnemonic.ts'
import { addTokens } from './add-tokens.ts'
import { askNextIndex } from './ask-next-index.ts'
import { outcomeLine } from './outcome-line.ts'
import { type Progress, progressText } from './progress-text.ts'
import { type Recovered, recover } from './recover.ts'
import { type RecoverOptions, recoverOptions, usageError } from './recover-options.ts'
import { recoveredText } from './recovered-text.ts'
import { requireOther } from './require-other.ts'
import { sweepRecovered } from './sweep-recovered.ts'

const ask = askWithin({ silenceMs: 15_000, totalMs: 60_000 })
const now = () => new Date()

const help = `npm run recover -- [--mode live|test] [--account PATH] [--rpc CHAIN=URL]… [--next-index N] [--from N] [--until N]
                   [--token CHAIN=CONTRACT]… [--resume FILE] [--sweep --to ADDRESS [--yes]]

Lists what the words of a wallet own, from the words alone, which it asks for or reads from standard input.
--account     the account of a watch-only instance, such as "m/44'/60'/7'"
--next-index  the index of the next session, as "wallet list" says: searched downwards from there, so nothing is missed.
              A terminal is asked for it
--from        the first index to search; --until: the index to stop before
--token       a token that isn't listed, beside the listed ones
--resume      keeps the progress of the search in this file, and continues there if it exists
--sweep --to  sends all of it to that address, after a question, which --yes skips`

try {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${help}\n`)
    process.exit(0)
  }
  const options = recoverOptions(process.argv.slice(2))
  if (options.sweepTo && !options.yes && !process.stdin.isTTY) {
    throw usageError('Without a terminal to ask you, --sweep needs --yes.')
  }
  const mnemonic = await readMnemonic()
  const nextIndex = await askNextIndex({ input: process.stdin, output: process.stderr }, options)
  const clients = await addTokens(ask, options.clients, options.tokens)
  const startedMs = performance.now()
  const onProgress = (progress: Progress) =>
    process.stderr.write(`\r${progressText(progress, performance.now() - startedMs).padEnd(70)}`)
  const recovered = await recover({ ask, now, onProgress }, mnemonic, {
    ...options,
    clients,
    nextIndex,
  })
  process.stdout.write(`\n${recoveredText(recovered, options)}\n`)
  if (recovered.unread.length > 0) process.exitCode = 1
  if (options.sweepTo) {
    await sweep(mnemonic, recovered, { ...options, clients, sweepTo: options.sweepTo })
  }
} catch (error) {
  if (!(error instanceof OperateError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
} finally {
  process.stdin.destroy()
}

type Sweeping = RecoverOptions & { sweepTo: `0x${string}` }

async function sweep(
  mnemonic: string,
  recovered: Recovered,
  { mode, account, clients, sweepTo: to, yes }: Sweeping,
): Promise<void> {
  requireOther(to, recovered)
  for (const line of await contractLines(clients, to)) process.stdout.write(`${line}\n`)
  if (!yes && !(await isConfirmed(to))) throw new OperateError('Nothing was sent.')
  const pause = () => setTimeout(2_000)
  const outcomes = await sweepRecovered(
    { ask, now, pause, onOutcome: (one) => process.stdout.write(`${outcomeLine(one)}\n`) },
    mnemonic,
    { mode, account, clients, found: recovered.found, to },
  )
  const left = outcomes.filter((one) => 'reason' in one).length
  process.stdout.write(`${outcomeText(left, recovered.unread.length)}\n`)
  if (left > 0) process.exitCode = 1
}

function outcomeText(left: number, unread: number): string {
  if (left > 0) return `${left} could not be sent.`
  if (unread > 0)
    return 'Everything that was found was sent, but not everything was read: see above.'
  return 'Everything was sent.'
}

/** A contract may exist on one chain only, and needn't accept coins. */
function contractLines(clients: Sweeping['clients'], to: `0x${string}`): Promise<string[]> {
  const lines = clients.map(async (client) => {
    const { name, chainId } = client.chain
    const code = await ask(client, (own) => getCode(own.node, { address: to })).catch(() => null)
    if (code === null) return `It is unknown whether ${to} is a contract on ${name} (${chainId}).`
    return code
      ? `${to} is a contract on ${name} (${chainId}): check that it is your wallet there.`
      : ''
  })
  // Several nodes of a chain say the same.
  return Promise.all(lines).then((all) => [...new Set(all.filter(Boolean))])
}

async function isConfirmed(to: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(`Send all of this to ${to}? Type yes: `)).trim() === 'yes'
  } finally {
    lines.close()
  }
}
