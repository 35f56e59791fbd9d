import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { stacksToDelete } from '../../infra/aws/stack-names.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import type { AwsAccount } from './aws-account.ts'
import { all, deployed, destroyed, type Ended, environmentOf, region } from './destroying.ts'
import { ownTemplates } from './synthesis.ts'

async function runDestroy(
  account: AwsAccount,
  args: readonly string[],
  typed: readonly string[],
): Promise<Ended & { code: number | null }> {
  const child = spawn(process.execPath, ['infra/aws/destroy/main.ts', ...args], {
    cwd: repositoryRoot,
    env: environmentOf(account),
    stdio: 'pipe',
  })
  child.stdin.end(typed.map((line) => `${line}\n`).join(''))
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { stdout, stderr, code: child.exitCode }
}

it('deletes the stacks in the reverse order of their deployment, all of them', async () => {
  const inGlobalRegion = ['iam-events', 'visitor-limit'].map(
    (name) => `quittance-${name}-${region}`,
  )
  const made = [...(await ownTemplates()).keys(), ...inGlobalRegion]
  const names = stacksToDelete('quittance', region).map(({ name }) => name)
  expect(names.toSorted()).toEqual(made.toSorted())
  expect(names[0]).toBe('quittance-pages')
  expect(names.at(-1)).toBe('quittance-foundation')
  // Another partition has no Region in common with this one.
  expect(stacksToDelete('quittance', 'cn-north-1').map((each) => each.region)).not.toContain(
    'us-east-1',
  )
})

it('keeps table and key, empties the bucket, and says what is left and what it costs', async () => {
  const account = await deployed()
  const { stdout, problem } = await destroyed(account, ['--yes'])
  expect(problem).toBeUndefined()
  for (const stack of all) expect(stdout).toContain(`stack   ${stack.split(' ')[1]}`)
  expect(account.changes).toEqual([
    ...all.map((stack) => `delete stack ${stack}`),
    'delete bucket quittance-pages-pages1',
  ])
  expect([...account.buckets.keys()]).toEqual(['quittance-pages-of-a-book'])
  expect(stdout).toContain('Table     quittance-foundation-Table1: 0.90 USD a month')
  expect(stdout).toContain('KMS key   key-1: 1.00 USD a month')
  expect(account.tables.get('quittance-foundation-Table1')).toEqual({ isProtected: true })
  expect(account.key).toEqual({ id: 'key-1' })
})

it.each([{ typed: [] }, { typed: ['quittance-test'] }])(
  'deletes nothing if its owner types $typed',
  async ({ typed }) => {
    const account = await deployed()
    const { stderr } = await destroyed(account, [], typed)
    expect(stderr).toContain('Type quittance to delete it:')
    expect(stderr).toMatch(/Nothing was deleted\.$/)
    expect(account.changes).toEqual([])
  },
)

describe('the data', () => {
  it('is deleted only if its owner types the table’s name, too', async () => {
    const account = await deployed()
    const refused = await runDestroy(account, ['--delete-data'], ['quittance', 'quittance'])
    expect(refused.code).toBe(1)
    expect(refused.stderr.trimEnd()).toMatch(/Nothing was deleted\.$/)
    expect(refused.stderr).not.toMatch(/^\s+at /m)
    expect(account.changes).toEqual([])
    const typed = ['quittance', 'quittance-foundation-Table1']
    const { stdout, code } = await runDestroy(account, ['--delete-data'], typed)
    expect(code).toBe(0)
    expect(account.changes.slice(-3)).toEqual([
      'UpdateTable quittance-foundation-Table1',
      'DeleteTable quittance-foundation-Table1',
      'ScheduleKeyDeletion',
    ])
    expect(account.key).toEqual({ id: 'key-1', deletedInDays: 30 })
    expect(stdout).toContain('The key is deleted in 30 days')
  })

  it('is not deleted by --yes alone, and a script has to name the table', async () => {
    const account = await deployed()
    const unnamed = await destroyed(account, ['--yes', '--delete-data'])
    expect(unnamed.stderr).toContain('Nothing was deleted.')
    const mistaken = await destroyed(account, ['--yes', '--delete-data=another'])
    expect(mistaken.stderr).toContain('the table is quittance-foundation-Table1')
    expect(account.changes).toEqual([])
    await destroyed(account, ['--yes', '--delete-data=quittance-foundation-Table1'])
    expect([...account.tables]).toEqual([])
  })
})

describe('after a restore', () => {
  const inUse = ['-c', 'tableName=quittance-restored']
  const own = 'quittance-foundation-Table1'
  const keyArn = `arn:aws:kms:${region}:111122223333:key/key-of-before`

  async function restored(): Promise<AwsAccount> {
    const account = await deployed()
    account.tables.set('quittance-restored', { isProtected: true })
    return account
  }

  it('the table in use is kept unless it is named, and the key as long as it needs it', async () => {
    const account = await restored()
    const { stdout } = await destroyed(account, ['--yes', ...inUse, `--delete-data=${own}`])
    expect(stdout).toContain(`the table in use, quittance-restored, the stack's own, ${own},`)
    expect(stdout).toContain('Table     quittance-restored: 0.90 USD a month')
    expect(stdout).toContain("Without it, the secrets in quittance-restored can't be read")
    expect(stdout).toContain('To use them again: "tableName": "quittance-restored"')
    expect([...account.tables.keys()]).toEqual(['quittance-restored'])
    expect(account.key).toEqual({ id: 'key-1' })
  })

  it('both tables are deleted only if their owner names both', async () => {
    const account = await restored()
    const both = `quittance-restored,${own}`
    const one = await destroyed(account, ['--delete-data', ...inUse], ['quittance', own])
    expect(one.stderr).toContain(`Type ${both} to delete the tables, too:`)
    expect(account.changes).toEqual([])
    await destroyed(account, ['--delete-data', ...inUse], ['quittance', both])
    expect([...account.tables]).toEqual([])
    expect(account.key).toEqual({ id: 'key-1', deletedInDays: 30 })
  })

  it('the key of an earlier deployment is never deleted, but the one that seals nothing is', async () => {
    const account = await restored()
    const args = ['--yes', ...inUse, '-c', `keyArn=${keyArn}`]
    const { stdout } = await destroyed(account, [...args, `--delete-data=${own}`])
    expect(stdout).toContain('key-of-before: 1.00 USD a month. Without it, the secrets in')
    expect(stdout).toContain('the ARN of key key-of-before as "keyArn"')
    expect(account.key).toEqual({ id: 'key-1', deletedInDays: 30 })
    expect([...account.tables.keys()]).toEqual(['quittance-restored'])
  })

  it('it works although the lost table is gone', async () => {
    const account = await restored()
    account.tables.delete(own)
    const { stdout, problem } = await destroyed(account, ['--yes', ...inUse])
    expect(problem).toBeUndefined()
    expect(stdout).toContain('the table quittance-restored and the key are kept')
  })
})

it('the table and the key are kept while another deployment uses them', async () => {
  const account = await deployed()
  const [own, other] = [`${region} quittance-foundation`, `${region} staging-foundation`]
  account.stacks.add(other)
  const arn = (of: string) => `arn:aws:${of.replace(' ', `:${region}:111122223333:`)}`
  const HasTable = arn('dynamodb table/quittance-foundation-Table1')
  for (const stack of [own, other])
    account.outputs.set(stack, { HasTable, HasKey: arn('kms key/key-1') })
  const args = ['--yes', '--delete-data=quittance-foundation-Table1']
  const { problem } = await destroyed(account, args)
  expect(problem).toBeUndefined()
  expect([...account.tables.keys()]).toEqual(['quittance-foundation-Table1'])
  expect(account.key).toEqual({ id: 'key-1' })
})

it('says why a stack could not be deleted, and continues there the next time', async () => {
  const account = await deployed()
  account.undeletable.set(`${region} quittance-api`, 'the role is in use')
  const { stderr } = await destroyed(account, ['--yes'])
  expect(stderr).not.toContain('failed to delete')
  expect(stderr).toContain('quittance-api could not be deleted: the role is in use.')
  account.undeletable.clear()
  await destroyed(account, ['--yes'])
  expect([...account.stacks]).toEqual([])
})

it('removes what a failed first deployment has left behind', async () => {
  const account = await deployed()
  account.stacks.clear()
  const { stdout } = await destroyed(account, ['--yes'])
  expect(stdout).toContain('bucket  quittance-pages-pages1')
  expect(account.changes).toEqual(['delete bucket quittance-pages-pages1'])
  expect((await destroyed(account, ['--yes'])).stdout).toContain('quittance has no stacks in')
})
