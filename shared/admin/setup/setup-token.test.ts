import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { askDirectly } from '../../../test/chain-fixture.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { newSeenPayoutWallets } from '../../../test/seen-payout-wallets.ts'
import { testTable } from '../../../test/test-table.ts'
import type { Table } from '../../kernel/store/table.ts'
import { checkSetupToken } from './check-setup-token.ts'
import { mintSetupToken } from './mint-setup-token.ts'
import { setUpInstance } from './set-up-instance.ts'

async function unclaimed() {
  const table = await testTable()
  const randomBytes = seededBytes('setup token')
  const deps = { table, now: () => new Date('2026-03-01T12:00:00Z'), randomBytes }
  const minted = async (renew: boolean) => {
    const answer = await runAsOperator(mintSetupToken, deps, { renew })
    return answer.state === 'minted' ? answer.token : answer.state
  }
  return { table, deps, minted }
}

async function setUp({ deps }: Awaited<ReturnType<typeof unclaimed>>) {
  const sealed = { wrappedKey: '', iv: '', ciphertext: '', tag: '' }
  return runAsOperator(
    setUpInstance,
    {
      ...deps,
      seal: async () => sealed,
      seenPayoutWallets: await newSeenPayoutWallets(),
      isLocal: false,
      chains: async () => [],
      ask: askDirectly,
      askSoon: askDirectly,
      highestOnChains: async (_, { from }) => ({ highest: from - 1, unread: [] }),
    },
    {
      baseUrl: 'https://pay.example.com',
      mnemonic: 'test test test test test test test test test test test junk',
      owner: { email: 'owner@example.com', password: 'correct horse battery' },
      mnemonicIsNew: true,
      mayHoldMoney: false,
      highestIndex: {},
      payoutWallets: [],
      searchSeconds: 0,
    },
  )
}

async function everything({ client, name }: Table): Promise<string> {
  const { Items } = await client.send(new ScanCommand({ TableName: name }))
  return JSON.stringify(Items)
}

const refused = { code: 'unauthenticated' }

it('claims an instance that nobody has set up, and is kept as a hash only', async () => {
  const { table, minted } = await unclaimed()
  const token = await minted(false)
  expect(token).toMatch(/^[a-z2-9]{37}$/)
  await expect(checkSetupToken(table, token)).resolves.toBeUndefined()
  expect(await everything(table)).toContain('"hash"')
  expect(await everything(table)).not.toContain(token)
})

it('is returned once', async () => {
  const { table, minted } = await unclaimed()
  const token = await minted(false)
  expect(await minted(false)).toBe('minted-before')
  await expect(checkSetupToken(table, token)).resolves.toBeUndefined()
})

it('is worth nothing after another has replaced it', async () => {
  const { table, minted } = await unclaimed()
  const lost = await minted(false)
  const renewed = await minted(true)
  await expect(checkSetupToken(table, lost)).rejects.toMatchObject(refused)
  await expect(checkSetupToken(table, renewed)).resolves.toBeUndefined()
})

it('is none of the guesses', async () => {
  const { table, minted } = await unclaimed()
  await expect(checkSetupToken(table, '')).rejects.toMatchObject(refused)
  const token = await minted(false)
  for (const guess of ['', 'guess', token.toUpperCase(), `${token} `, token.slice(1)]) {
    await expect(checkSetupToken(table, guess)).rejects.toMatchObject(refused)
  }
})

it('ends with the setup, and is not created again', async () => {
  const instance = await unclaimed()
  const token = await instance.minted(false)
  await setUp(instance)
  expect(await everything(instance.table)).not.toContain('"pk":"setup-token"')
  await expect(checkSetupToken(instance.table, token)).rejects.toMatchObject(refused)
  for (const renew of [false, true]) expect(await instance.minted(renew)).toBe('claimed')
})

it('made while somebody else sets up claims nothing', async () => {
  const instance = await unclaimed()
  await setUp(instance)
  const early = await unclaimed()
  const token = await early.minted(false)
  const { Items = [] } = await early.table.client.send(
    new ScanCommand({ TableName: early.table.name }),
  )
  for (const Item of Items) {
    await instance.table.client.send(new PutCommand({ TableName: instance.table.name, Item }))
  }
  await expect(checkSetupToken(instance.table, token)).rejects.toMatchObject(refused)
})
