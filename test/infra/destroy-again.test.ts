import { describe, expect, it } from 'vitest'
import type { AwsAccount } from './aws-account.ts'
import { all, deployed, destroyed, region } from './destroying.ts'

const table = 'quittance-foundation-Table1'
const named = ['--yes', `--delete-data=${table}`]

/** A run with `--delete-data` that ended where AWS denied a call. */
async function endedAt(action: string): Promise<AwsAccount> {
  const account = await deployed()
  account.denied = action
  const { problem } = await destroyed(account, named)
  expect(problem).toContain(`:${action}`)
  expect([...account.stacks]).toEqual([])
  delete account.denied
  account.changes.length = 0
  return account
}

const deletions = [`UpdateTable ${table}`, `DeleteTable ${table}`, 'ScheduleKeyDeletion']

describe('a run that ended after it had deleted the stacks is continued by the next:', () => {
  it('it deletes the table and the key', async () => {
    const account = await endedAt('UpdateTable')
    const { stdout, problem } = await destroyed(account, named)
    expect(problem).toBeUndefined()
    expect(account.changes).toEqual(deletions)
    expect(stdout).toContain(`quittance was deleted with ${table}. The key is deleted in 30 days`)
  })

  it('it asks for the names as before', async () => {
    const account = await endedAt('UpdateTable')
    const refused = await destroyed(account, ['--delete-data'], ['quittance', 'another'])
    expect(refused.stderr).toContain(`Type ${table} to delete the table, too:`)
    expect(refused.stderr).toMatch(/Nothing was deleted\.$/)
    expect(account.changes).toEqual([])
    await destroyed(account, ['--delete-data'], ['quittance', table])
    expect(account.changes).toEqual(deletions)
  })

  it('it deletes the table if that isn’t protected any more', async () => {
    const account = await endedAt('DeleteTable')
    await destroyed(account, named)
    expect(account.changes).toEqual(deletions.slice(1))
  })

  it.each([
    ['is gone', (account: AwsAccount) => account],
    [
      'is being deleted',
      (account: AwsAccount) =>
        account.tables.set(table, { isProtected: false, status: 'DELETING' }),
    ],
  ])('it deletes the key if the table %s', async (_, arrange) => {
    const account = await endedAt('ScheduleKeyDeletion')
    arrange(account)
    const asked = await destroyed(account, ['--delete-data'], ['quittance', 'no'])
    expect(asked.stderr).toContain('Type key-1 to delete the key, too:')
    expect(account.changes).toEqual([])
    await destroyed(account, named)
    expect(account.changes).toEqual(['ScheduleKeyDeletion'])
    const { stdout } = await destroyed(account, named)
    expect(stdout).toBe('quittance has no stacks in eu-central-1.')
  })

  it('without --delete-data, it says what is left and what it costs', async () => {
    const account = await endedAt('UpdateTable')
    const { stdout } = await destroyed(account, ['--yes'])
    expect(stdout).toContain(`Table     ${table}: 0.90 USD a month`)
    expect(stdout).toContain('KMS key   key-1: 1.00 USD a month')
    expect(account.changes).toEqual([])
  })

  it('without a table, it says what the key is still good for', async () => {
    const { stdout } = await destroyed(await endedAt('ScheduleKeyDeletion'), ['--yes'])
    expect(stdout).toContain('1.00 USD a month. Only backups of deleted tables may need it.')
  })
})

describe('what belongs to another deployment is not touched:', () => {
  const other = 'quittance-2-foundation'
  const otherTable = `${other}-Table1`

  it('a table of a prefix that begins with this one', async () => {
    const account = await deployed()
    account.stacks.clear()
    account.tables.delete(table)
    account.tables.set(otherTable, { isProtected: true })
    account.deleted.add(`${region} ${other}`)
    const { stdout } = await destroyed(account, ['--yes', `--delete-data=${otherTable}`])
    expect(stdout).toContain('bucket  quittance-pages-pages1')
    expect([...account.tables.keys()]).toEqual([otherTable])
    expect(account.key).toEqual({ id: 'key-1' })
  })

  it('a table and a key that another deployment has taken over', async () => {
    const account = await deployed()
    await destroyed(account, ['--yes'])
    account.stacks.add(`${region} ${other}`)
    const arn = (of: string) => `arn:aws:${of.replace(' ', `:${region}:111122223333:`)}`
    const outputs = { HasTable: arn(`dynamodb table/${table}`), HasKey: arn('kms key/key-1') }
    account.outputs.set(`${region} ${other}`, outputs)
    const { stdout } = await destroyed(account, named)
    expect(stdout).toBe('quittance has no stacks in eu-central-1.')
    expect(account.changes).toEqual([
      ...all.map((stack) => `delete stack ${stack}`),
      'delete bucket quittance-pages-pages1',
    ])
    expect([...account.tables.keys()]).toEqual([table])
  })
})
