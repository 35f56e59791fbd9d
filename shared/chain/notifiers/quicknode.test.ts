import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { payer, startTestChain } from '../../../test/chain-fixture.ts'
import { newestBlocks, quicknodeAccount } from '../../../test/quicknode-account.ts'
import manifest from '../../../test/vectors/notifiers/quicknode/manifest.json' with { type: 'json' }
import { localAddresses } from '../local-addresses.ts'
import { quicknode } from './quicknode.ts'

const bytesOf = (file: string) =>
  readFileSync(new URL(`../../../test/vectors/notifiers/quicknode/${file}`, import.meta.url))
const signedAt = new Date(1_788_480_000_000)
const seconds = (count: number) => new Date(signedAt.getTime() + count * 1000)

describe.each(manifest.fixtures)('$file', ({ file, headers, signingKey }) => {
  const rawBody = bytesOf(file)
  const verify = (now: Date, changes: Record<string, string> = {}) =>
    quicknode.verify({ rawBody, headers: { ...headers, ...changes } }, { signingKey, now })

  it('is signed with its token', () => {
    expect(verify(signedAt)).toBe(true)
    const key = { signingKey: `${signingKey}x`, now: signedAt }
    expect(quicknode.verify({ rawBody, headers }, key)).toBe(false)
  })

  it('is refused if it is older or newer than 5 minutes', () => {
    expect([-301, -300, 300, 301].map((age) => verify(seconds(age)))).toEqual([
      ...[false, true, true, false],
    ])
  })

  it.each([
    ['another nonce', { 'x-qn-nonce': '00' }],
    ['another time', { 'x-qn-timestamp': '1788480001' }],
    ['no time', { 'x-qn-timestamp': '' }],
    ['a time that is not a number', { 'x-qn-timestamp': 'now' }],
    ['no signature', { 'x-qn-signature': '' }],
    ['half a signature', { 'x-qn-signature': headers['x-qn-signature'].slice(0, 32) }],
  ])('is refused with %s', (_, changes) => {
    expect(verify(signedAt, changes)).toBe(false)
  })
})

it('takes only a call without any of the three headers for a ping', () => {
  const rawBody = Buffer.from('{}')
  const isPing = (headers: Record<string, string>) => quicknode.isPing?.({ rawBody, headers })
  expect(isPing({ 'content-type': 'application/json' })).toBe(true)
  expect(isPing({ 'X-QN-Nonce': 'a' })).toBe(false)
})

it.each([
  ['nothing', ''],
  ['no events', '{"v":1,"chain":"base-mainnet"}'],
  ['another version', '{"v":2,"chain":"base-mainnet","events":[]}'],
  ['an amount that is none', event({ raw: '-1' })],
  ['an address that is none', event({ to: 'me' })],
  ['a hash that is none', event({ tx: '0x1' })],
])('reads %s as malformed', (_, text) => {
  expect(quicknode.parse(Buffer.from(text)).kind).toBe('malformed')
})

function event(changes: Record<string, string>): string {
  const usual = { tx: `0x${'ab'.repeat(32)}`, to: `0x${'cd'.repeat(20)}`, raw: '1' }
  return JSON.stringify({ v: 1, chain: 'base-mainnet', events: [{ ...usual, ...changes }] })
}

it('names a network that is not in the registry', () => {
  const rawBody = Buffer.from('{"v":1,"chain":"tron-mainnet","events":[]}')
  const parsed = { kind: 'transfers', chainId: undefined, network: 'tron-mainnet', hints: [] }
  expect(quicknode.parse(rawBody)).toEqual(parsed)
})

it('finds coin and tokens to listed addresses in real blocks, and nothing else', async () => {
  const ours = `0x${'0a'.repeat(20)}` as const
  const stranger = `0x${'0b'.repeat(20)}` as const
  const chain = await startTestChain()
  onTestFinished(chain.stop)
  const vendor = await quicknodeAccount('key')
  const account = quicknode.account({ token: 'key', baseUrl: vendor.url, fetch })
  const url = 'https://pay.example/api/chain/notifications/quicknode'
  const created = await account.create({ chainId: 31337, url })
  await account.changeAddresses(created.id, { add: [ours] })
  const [stream] = vendor.streams.values()
  if (!stream) throw new Error('no stream was created')

  const coin = await chain.send({ to: ours, value: 700n })
  await chain.send({ to: stranger, value: 800n })
  await chain.mintUsdc(payer, 9_000_000n)
  const token = await chain.payUsdc(ours, 5_000_000n)
  await chain.mine()
  const blocks = await newestBlocks(chain.rpcUrl, 5)
  const sent = await vendor.notification(stream, blocks, signedAt)
  const rawBody = Buffer.from(sent?.body ?? '')
  const key = { signingKey: created.signingKey, now: signedAt }
  expect(quicknode.verify({ rawBody, headers: sent?.headers ?? {} }, key)).toBe(true)
  const parsed = quicknode.parse(rawBody)
  expect(parsed).toMatchObject({ kind: 'transfers', chainId: 31337 })
  expect(parsed.kind === 'transfers' && parsed.hints).toEqual(
    expect.arrayContaining([
      { to: ours, txHash: coin, token: null, amountBase: 700n },
      {
        to: ours,
        txHash: token,
        amountBase: 5_000_000n,
        token: localAddresses.testUsdc.toLowerCase(),
      },
    ]),
  )
  expect(parsed.kind === 'transfers' && parsed.hints).toHaveLength(2)
  await account.changeAddresses(created.id, { remove: [ours] })
  expect(await vendor.notification(stream, blocks, signedAt)).toBeNull()
})
