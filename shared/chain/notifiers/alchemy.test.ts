import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import manifest from '../../../test/vectors/notifiers/manifest.json' with { type: 'json' }
import { chains } from '../chains.ts'
import { alchemy } from './alchemy.ts'

const bytesOf = (file: string) =>
  readFileSync(new URL(`../../../test/vectors/notifiers/${file}`, import.meta.url))
const lower = (text: string) => text.toLowerCase()
const now = new Date('2026-09-04T00:00:00Z')

const payment = z.object({
  chainId: z.int(),
  to: z.string(),
  token: z.string().nullable().default(null),
  amount: z.string(),
  txHash: z.string(),
})
const fixtures = manifest.fixtures.map((fixture) => ({
  ...fixture,
  payments: z.array(payment).parse(fixture.expect),
}))

/** Addresses of the fixtures' merchant, and the tokens it charges in. */
const deposits = new Set(manifest.depositAddresses.map(lower))
const tokens = new Set(fixtures.flatMap((f) => f.payments.map((p) => lower(p.token ?? ''))))

describe.each(fixtures)('$file', ({ file, headers, signingKey, payments }) => {
  const rawBody = bytesOf(file)

  it('is signed with its key', () => {
    expect(alchemy.verify({ rawBody, headers }, { signingKey, now })).toBe(true)
    const asSent = { 'X-Alchemy-Signature': headers['x-alchemy-signature'] }
    expect(alchemy.verify({ rawBody, headers: asSent }, { signingKey, now })).toBe(true)
  })

  it('names the payments in it', () => {
    const parsed = alchemy.parse(rawBody)
    const { chainId, hints } =
      parsed.kind === 'transfers' ? parsed : { chainId: undefined, hints: [] }
    const found = hints
      .filter(({ to, token }) => deposits.has(lower(to)) && tokens.has(lower(token ?? '')))
      .map(({ to, token, amountBase, txHash }) => ({
        chainId,
        to: lower(to),
        token: token && lower(token),
        amount: `${amountBase}`,
        txHash,
      }))
    const expected = payments.map((p) => ({
      ...p,
      to: lower(p.to),
      token: p.token && lower(p.token),
    }))
    expect(chainId ? found : []).toEqual(expected)
  })
})

describe('a signature', () => {
  const [fixture] = manifest.fixtures
  const rawBody = bytesOf(fixture?.file ?? '')
  const signingKey = fixture?.signingKey ?? ''
  const signature = fixture?.headers['x-alchemy-signature'] ?? ''
  const verify = (text: string | undefined, body: Uint8Array = rawBody, key = signingKey) =>
    alchemy.verify(
      { rawBody: body, headers: { 'x-alchemy-signature': text } },
      { signingKey: key, now },
    )

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['cut short', signature.slice(0, -2)],
    ['too long', `${signature}00`],
    ['not hexadecimal', signature.replace(/^../, 'zz')],
    ['of other bytes', createHmac('sha256', signingKey).update('other').digest('hex')],
    ['made without the key', createHmac('sha256', '').update(rawBody).digest('hex')],
  ])('that is %s is refused', (_, text) => {
    expect(verify(text)).toBe(false)
  })

  it('is valid for exactly these bytes and this key', () => {
    expect(verify(signature)).toBe(true)
    expect(verify(signature, Buffer.concat([rawBody, Buffer.from(' ')]))).toBe(false)
    expect(verify(signature, rawBody, `${signingKey}x`)).toBe(false)
  })
})

describe('what Alchemy says', () => {
  const parse = (value: unknown) => alchemy.parse(Buffer.from(JSON.stringify(value)))
  const transfer = {
    hash: `0x${'ab'.repeat(32)}`,
    toAddress: `0x${'cd'.repeat(20)}`,
    category: 'external',
    rawContract: { rawValue: '0x10' },
  }
  const event = (activity: unknown[], network = 'ETH_MAINNET') => ({
    type: 'ADDRESS_ACTIVITY',
    event: { network, activity },
  })

  it('may leave out what is null', () => {
    expect(parse(event([transfer]))).toEqual({
      kind: 'transfers',
      chainId: 1,
      network: 'ETH_MAINNET',
      hints: [{ to: transfer.toAddress, txHash: transfer.hash, token: null, amountBase: 16n }],
    })
  })

  it('is read in part if a row is malformed', () => {
    const rows = [null, 7, {}, { ...transfer, toAddress: 'me' }, { ...transfer, hash: '0x1' }]
    const parsed = parse(
      event([...rows, { ...transfer, rawContract: { rawValue: '0x' } }, transfer]),
    )
    expect(parsed).toMatchObject({ hints: [{ txHash: transfer.hash }] })
  })

  it('about itself is for the operator', () => {
    expect(alchemy.parse(bytesOf('alchemy/capacity-error.json'))).toEqual({
      kind: 'notice',
      message: expect.stringContaining('Monthly capacity limit exceeded'),
    })
  })

  it.each(['', '{', 'null', '[]', '{}', '{"type":"MINED_TRANSACTION","event":{}}'])(
    'is malformed as %s',
    (text) => {
      expect(alchemy.parse(Buffer.from(text))).toMatchObject({ kind: 'malformed' })
    },
  )

  it('maps the network to its chain, if the registry has it', () => {
    const named = { LOCAL_31338: 31338, BASE_MAINNET: 8453, MATIC_AMOY: 80002, ARBSEPOLIA: 421614 }
    for (const [network, chainId] of Object.entries(named)) {
      expect(parse(event([], network))).toMatchObject({ chainId })
    }
    for (const { chainId } of chains) expect(alchemy.supports(chainId)).toBe(true)
    expect(parse(event([], 'SOMENEWNETWORK'))).toMatchObject({ chainId: undefined })
  })
})
