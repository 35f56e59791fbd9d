import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { setUpWallet } from '../../shared/admin/setup/set-up-wallet.ts'
import { listWallets } from '../../shared/payments/wallet/list-wallets.ts'
import type { CallOperator } from './call-operator.ts'
import type { Command, Outcome } from './command.ts'
import { OperateError } from './operate-error.ts'
import type { Terminal } from './secret-lines.ts'
import { withoutRefusal } from './without-refusal.ts'

/** How many words are asked for, in their order. */
const asked = 4
const columns = 4

/** A screen of its own, of which nothing can be scrolled back to, and the one before. */
const [otherScreen, screenBefore] = ['\u001b[?1049h\u001b[2J\u001b[H', '\u001b[?1049l']

/** Words of the wallet that are made and shown here, where no browser sees them. */
export async function createWallet(
  call: CallOperator,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
  makeWords: () => string = () => generateMnemonic(wordlist, 256),
): Promise<Outcome> {
  if (!terminal.input.isTTY) {
    throw new OperateError(
      'wallet create shows new words and asks for some of them, so it needs a terminal. To enter words that you have, use the wizard, or setup --file.',
    )
  }
  // Before somebody writes down words for nothing.
  const { wallets } = await call(listWallets, {})
  if (wallets.length > 0) throw hasWallet()
  const mnemonic = makeWords()
  await shownAndConfirmed(terminal, mnemonic.split(' '))
  const stored = withoutRefusal(
    await call(setUpWallet, {
      mnemonic,
      mnemonicIsNew: true,
      mayHoldMoney: false,
      highestIndex: {},
      searchSeconds: 0,
    }),
  )
  if (stored.alreadySetUp) throw hasWallet()
  return {
    data: stored,
    text: 'The wallet is stored. The wizard continues by itself. Keep the paper safe: these words are never shown again.',
  }
}

export const createWalletCommand: Command = {
  operation: setUpWallet,
  usage: '',
  run: (call) => createWallet(call),
}

function hasWallet(): OperateError {
  return new OperateError(
    'This instance has a wallet already. To use other words for new sessions: npm run operate -- wallet add --new-mnemonic',
  )
}

/** Ends when the words were entered that are asked for; they are shown again after a wrong one. */
async function shownAndConfirmed(
  { input, output }: Terminal,
  words: readonly string[],
): Promise<void> {
  const lines = createInterface({ input, output, terminal: true, history: [], historySize: 0 })
  const ended = new AbortController()
  lines.once('close', () => ended.abort())
  const ask = (question: string) => lines.question(question, { signal: ended.signal })
  try {
    for (;;) {
      output.write(`${otherScreen}${introduction}\n\n${numbered(words)}\n\n`)
      await ask('Press Enter when you have written them down. ')
      output.write(`${otherScreen}Enter the words from your paper.\n\n`)
      if (await areKnown(words, ask)) return
      await ask('\nThat is not the word. Press Enter to see them again. ')
    }
  } catch (cause) {
    throw new OperateError('The words were not confirmed. Nothing was stored.', { cause })
  } finally {
    lines.close()
    output.write(screenBefore)
  }
}

const introduction = `These 24 words are the wallet of this instance. Write them on paper, in this order.

It is a hot wallet: the service keeps the words encrypted, to move what customers pay to your payout
wallets. Don't use it for savings. Whoever has the words can take what waits for the next sweep.`

function numbered(words: readonly string[]): string {
  const rows = Math.ceil(words.length / columns)
  const cell = (at: number) => `${String(at + 1).padStart(2)} ${words[at]}`
  const table = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cell(row + column * rows)),
  )
  return table
    .map((cells) =>
      cells
        .map((each) => each.padEnd(14))
        .join('')
        .trimEnd(),
    )
    .join('\n')
}

async function areKnown(
  words: readonly string[],
  ask: (question: string) => Promise<string>,
): Promise<boolean> {
  for (const at of positions(words.length)) {
    const word = await ask(`Word ${at + 1}: `)
    if (word.trim().toLowerCase() !== words[at]) return false
  }
  return true
}

/** Different ones, in their order. */
function positions(count: number): number[] {
  const found = new Set<number>()
  while (found.size < asked) found.add(randomInt(count))
  return [...found].sort((a, b) => a - b)
}
