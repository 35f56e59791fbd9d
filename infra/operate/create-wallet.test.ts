import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { setUpWallet } from '../../shared/admin/setup/set-up-wallet.ts'
import { listWallets } from '../../shared/payments/wallet/list-wallets.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import hdAddresses from '../../test/vectors/hd-addresses.json' with { type: 'json' }
import { createWallet } from './create-wallet.ts'

const mnemonic = hdAddresses.vectors[2]?.mnemonic ?? ''
const words = mnemonic.split(' ')

async function fixture() {
  const { config } = await serviceFunctions({}, {})
  return terminal(lambdasOf(config))
}

/** Somebody at a terminal who reacts to each question. */
function person(react: (question: string) => string) {
  const [input, output] = [Object.assign(new PassThrough(), { isTTY: true }), new PassThrough()]
  let [seen, answered] = ['', 0]
  output.setEncoding('utf8').on('data', (part: string) => {
    seen += part
    const question = /(?:Press Enter [^.]*\. |Word (\d+): )$/.exec(seen)
    if (!question || seen.length === answered) return
    answered = seen.length
    setImmediate(() => input.write(react(question[0])))
  })
  return { terminal: { input, output }, seen: () => seen }
}

const wordIn = (question: string) => words[Number(/\d+/.exec(question)?.[0]) - 1]

it('stores words that were written down, and shows them on a screen of their own', async () => {
  const { call } = await fixture()
  const { terminal, seen } = person((question) =>
    question.startsWith('Word') ? `${wordIn(question)}\r` : '\r',
  )
  const { text } = await createWallet(call, terminal, () => mnemonic)
  expect(text).toContain('The wallet is stored.')
  const [, onScreen = ''] = seen().split('\u001b[?1049h')
  for (const [at, word] of words.entries()) expect(onScreen).toContain(`${at + 1} ${word}`)
  expect(seen().endsWith('\u001b[?1049l')).toBe(true)
  const { wallets } = await call(listWallets, {})
  expect(wallets[0]?.addresses[0]).toMatchObject({
    mode: 'live',
    firstAddress: hdAddresses.vectors[2]?.live[0],
  })
})

it('stores nothing before the words that it asks for are right, and shows them again', async () => {
  const { call } = await fixture()
  let wrong = 0
  const { terminal, seen } = person((question) => {
    if (!question.startsWith('Word')) return '\r'
    return wrong++ === 0 ? 'abandon\r' : `${wordIn(question)}\r`
  })
  await createWallet(call, terminal, () => mnemonic)
  expect(seen().split('are the wallet of this instance')).toHaveLength(3)
})

it('stores nothing if it is cancelled', async () => {
  const { call } = await fixture()
  const { terminal } = person(() => '\u0003')
  await expect(createWallet(call, terminal, () => mnemonic)).rejects.toThrow('Nothing was stored.')
  expect(await call(listWallets, {})).toMatchObject({ wallets: [] })
})

it('refuses a second wallet before anything is written down, and a pipe', async () => {
  const { call } = await fixture()
  await call(setUpWallet, { mnemonic, mnemonicIsNew: true, highestIndex: {}, searchSeconds: 0 })
  const { terminal, seen } = person(() => '\r')
  await expect(createWallet(call, terminal)).rejects.toThrow('has a wallet already')
  expect(seen()).toBe('')
  const pipe = {
    input: Object.assign(new PassThrough(), { isTTY: false }),
    output: terminal.output,
  }
  await expect(createWallet(call, pipe)).rejects.toThrow('needs a terminal')
})
