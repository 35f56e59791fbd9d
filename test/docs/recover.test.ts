import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { erc20Abi, getAddress } from 'viem'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { walletAccounts } from '../../shared/payments/wallet/keys/wallet-accounts.ts'
import { startTestChain, type TestChain } from '../chain-fixture.ts'
import { type CodeBlock, codeBlocks } from './code-blocks.ts'

/** All that a reader of the guide has: the words, the index noted beside them, a node, and a wallet of their own. */
const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const nextIndex = '5000'
const to = getAddress('0x00000000000000000000000000000000005a1e5e')

const answers = [
  [/Mnemonic \(not shown as you type\): /, mnemonic],
  [/Next index of test mode, as noted with the words \(Enter if you don't know it\): /, nextIndex],
  [/Send all of this to \S+\? Type yes: /, 'yes'],
] as const

let home: string
let chain: TestChain
let blocks: CodeBlock[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'quittance-recover-'))
  chain = await startTestChain()
  blocks = await codeBlocks(join(repositoryRoot, 'docs', 'recover.md'))
  return async () => {
    await chain.stop()
    await rm(home, { recursive: true, force: true })
  }
})

const searchPath = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)

/** The guide's values, for the reader's own. */
function placed(code: string): string {
  return code
    .replace('MODE=live', 'MODE=test')
    .replace('8453=https://a-node.example', `31337=${chain.rpcUrl}`)
    .replace('TO=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', `TO=${to}`)
}

/** Types a command into a terminal, and what it asks for. Resolves with what the terminal shows. */
function type(code: string, watch: (shown: string, terminal: ChildProcess) => void = () => {}) {
  const terminal = spawn('script', ['--quiet', '--return', '--command', code, '/dev/null'], {
    cwd: repositoryRoot,
    detached: true,
    env: { HOME: home, PATH: searchPath, TERM: 'dumb' },
  })
  let shown = ''
  let answered = 0
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    const answer = answers.find(([prompt]) => prompt.test(shown.slice(answered)))
    if (answer) {
      answered = shown.length
      terminal.stdin.write(`${answer[1]}\r`)
    }
    watch(shown, terminal)
  })
  return new Promise<{ shown: string; code: number | null }>((done) => {
    terminal.once('close', (exitCode) => done({ shown, code: exitCode }))
  })
}

/** Everything that the terminal started ends at once, as when the machine does. */
function kill({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid, 'SIGKILL')
}

/** Every line that the guide shows was printed by the terminal, apart from columns. */
function expectShown(shown: string): void {
  const texts = blocks.filter(({ language }) => language === 'text')
  expect(texts).toHaveLength(4)
  for (const { code } of texts) {
    const parts = code
      .replace('live mode', 'test mode')
      .replace(/0x5aAe\w+/, to)
      .trim()
      .split(/\n| {2,}/)
    for (const part of parts) expect(shown).toContain(part)
  }
}

async function balances(address: `0x${string}`) {
  const { node } = chain
  const { testUsdc } = localAddresses
  const args = [address] as const
  return {
    coin: await node.getBalance({ address }),
    usdc: await node.readContract({
      address: testUsdc,
      abi: erc20Abi,
      functionName: 'balanceOf' as const,
      args,
    }),
  }
}

it('the words and a node are enough, followed word for word, with a kill in the middle', async () => {
  const accounts = walletAccounts(mnemonic, 'test')
  onTestFinished(() => accounts.wipe())
  const addressAt = (index: number) => accounts.depositAccount(index).address
  await chain.send({ to: addressAt(3), value: 10n ** 16n })
  await chain.mintUsdc(addressAt(700), 2_500_000n)
  await chain.send({ to: addressAt(4_000), value: 2n * 10n ** 16n })
  await chain.mine()
  await chain.node.setAutomine(true)
  const commands = blocks.filter(({ language }) => language === 'sh')
  const [install, values, list, send] = commands.map(({ code }) => placed(code).trim())
  expect(install).toBe('npm ci --omit=dev')
  expect(commands).toHaveLength(4)

  await type(`${values}; ${list}`, (shown, terminal) => {
    if (/\b[2-9],000 of /.test(shown)) kill(terminal)
  })
  const listed = await type(`${values}; ${list}`)
  expect(listed.shown).not.toContain(mnemonic)
  // It continues where it was killed.
  const [, first = '0'] = /(\d+),000 of 25,000/.exec(listed.shown) ?? []
  expect(Number(first)).toBeGreaterThanOrEqual(2)
  for (const index of [3, 700, 4_000]) {
    expect(listed.shown).toMatch(new RegExp(`m/44'/1'/0'/0/${index}\\b`))
    expect(listed.shown).toContain(addressAt(index))
  }
  expect(listed.shown).toContain('Searched: 25000 deposit addresses.')
  expect(listed.code).toBe(0)

  const sent = await type(`${values}; ${send}`)
  expect(sent.shown).toContain(`Send all of this to ${to}? Type yes:`)
  expect(sent.shown).toContain('Everything was sent.')
  expect(sent.code).toBe(0)
  expectShown(listed.shown + sent.shown)
  const { coin, usdc } = await balances(to)
  expect(usdc).toBe(2_500_000n)
  expect(coin).toBeGreaterThan(29n * 10n ** 15n)
  for (const index of [3, 4_000]) expect((await balances(addressAt(index))).coin).toBe(0n)
}, 300_000)
