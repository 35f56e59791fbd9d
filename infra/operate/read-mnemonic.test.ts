import { PassThrough } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import hdAddresses from '../../test/vectors/hd-addresses.json' with { type: 'json' }
import { readMnemonic } from './read-mnemonic.ts'

const mnemonic = hdAddresses.vectors[2]?.mnemonic ?? ''

/** A terminal at which this is typed. */
function terminal(typed: string, { isTTY = true } = {}) {
  const [input, output] = [Object.assign(new PassThrough(), { isTTY }), new PassThrough()]
  input.end(typed)
  return { input, output }
}

it('is typed at a terminal, which shows the prompt only', async () => {
  const from = terminal(`${mnemonic}\n`)
  expect(await readMnemonic(from)).toBe(mnemonic)
  from.output.end()
  expect(await readAll(from.output)).toBe('Mnemonic (not shown as you type): \n')
})

it('is piped into the command without a prompt', async () => {
  const from = terminal(` ${mnemonic.toUpperCase().replace(' ', '\n')}\n`, { isTTY: false })
  expect(await readMnemonic(from)).toBe(mnemonic)
  from.output.end()
  expect(await readAll(from.output)).toBe('')
})

it.each([
  [mnemonic.replace('legal', 'leagl'), 'not in the English BIP-39 list: word 1 (leagl).'],
  [mnemonic.replace(' yellow', ''), 'The mnemonic has 11 words'],
  [mnemonic.replace('yellow', 'legal'), 'The mnemonic has a wrong checksum'],
])('is refused before it is sent: %s', async (typed, message) => {
  await expect(readMnemonic(terminal(`${typed}\n`))).rejects.toThrow(message)
})

it('is cancelled by Ctrl-C', async () => {
  const from = terminal('legal winner \u0003')
  await expect(readMnemonic(from)).rejects.toThrow('Nothing was entered.')
})
