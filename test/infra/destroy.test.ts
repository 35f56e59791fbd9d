import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { stacksToDelete } from '../../infra/aws/destroy/stack-names.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { type AwsAccount, startAwsAccount } from './aws-account.ts'
import { ownTemplates } from './synthesis.ts'

const region = 'eu-central-1'
const all = stacksToDelete('quittance', region).map((stack) => `${stack.region} ${stack.name}`)

/** `npm run destroy` against an account; `typed` is what its owner types. */
async function destroy({ url }: AwsAccount, args: readonly string[], typed: string[] = []) {
  const child = spawn(process.execPath, ['infra/aws/destroy/main.ts', ...args], {
    cwd: repositoryRoot,
    env: {
      ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: region },
      ...{ AWS_ENDPOINT_URL: url, AWS_EC2_METADATA_DISABLED: 'true' },
    },
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

async function deployed(): Promise<AwsAccount> {
  const account = await startAwsAccount(all)
  const versions = ['v1', 'marker2', 'v3']
  account.buckets.set('quittance-pages-pages1', { service: 'quittance', versions })
  account.buckets.set('quittance-pages-of-a-book', { service: 'other', versions: ['v9'] })
  return account
}

it('deletes the stacks in the reverse order of their deployment, all of them', async () => {
  const made = [...(await ownTemplates()).keys(), `quittance-iam-events-${region}`]
  const names = stacksToDelete('quittance', region).map(({ name }) => name)
  expect(names.toSorted()).toEqual(made.toSorted())
  expect(names[0]).toBe('quittance-pages')
  expect(names.at(-1)).toBe('quittance-foundation')
})

it('keeps table and key, empties the bucket, and says what is left and what it costs', async () => {
  const account = await deployed()
  const { stdout, code } = await destroy(account, ['--yes'])
  expect(code).toBe(0)
  for (const stack of all) expect(stdout).toContain(`stack   ${stack.split(' ')[1]}`)
  expect(account.changes).toEqual([
    ...all.map((stack) => `delete stack ${stack}`),
    'delete bucket quittance-pages-pages1',
  ])
  expect([...account.buckets.keys()]).toEqual(['quittance-pages-of-a-book'])
  expect(stdout).toContain('Table     quittance-foundation-Table1: 0.90 USD a month')
  expect(stdout).toContain('KMS key   key-1: 1.00 USD a month')
  expect(account).toMatchObject({ table: { isProtected: true }, key: { id: 'key-1' } })
})

it.each([{ typed: [] }, { typed: ['quittance-test'] }])(
  'deletes nothing if its owner types $typed',
  async ({ typed }) => {
    const account = await deployed()
    const { stderr, code } = await destroy(account, [], typed)
    expect(stderr).toContain('Type quittance to delete it:')
    expect(stderr.trimEnd()).toMatch(/Nothing was deleted\.$/)
    expect(code).toBe(1)
    expect(account.changes).toEqual([])
  },
)

describe('the data', () => {
  it('is deleted only if its owner types the table’s name, too', async () => {
    const account = await deployed()
    const refused = await destroy(account, ['--delete-data'], ['quittance', 'quittance'])
    expect(refused.code).toBe(1)
    expect(account.changes).toEqual([])
    const typed = ['quittance', 'quittance-foundation-Table1']
    const { stdout, code } = await destroy(account, ['--delete-data'], typed)
    expect(code).toBe(0)
    expect(account.changes.slice(-3)).toEqual(['UpdateTable', 'DeleteTable', 'ScheduleKeyDeletion'])
    expect(account).toMatchObject({ table: undefined, key: { deletedInDays: 30 } })
    expect(stdout).toContain('The key is deleted in 30 days')
  })

  it('is not deleted by --yes alone, and a script has to name the table', async () => {
    const account = await deployed()
    const unnamed = await destroy(account, ['--yes', '--delete-data'])
    expect(unnamed.stderr).toContain('Nothing was deleted.')
    const mistaken = await destroy(account, ['--yes', '--delete-data=another'])
    expect(mistaken.stderr).toContain('the table is quittance-foundation-Table1')
    expect(account.changes).toEqual([])
    await destroy(account, ['--yes', '--delete-data=quittance-foundation-Table1'])
    expect(account.table).toBeUndefined()
  })
})

it('says why a stack could not be deleted, and continues there the next time', async () => {
  const account = await deployed()
  account.undeletable.set(`${region} quittance-api`, 'the role is in use')
  const { stderr, code } = await destroy(account, ['--yes'])
  expect(stderr).toContain('quittance-api could not be deleted: the role is in use.')
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
  account.undeletable.clear()
  await destroy(account, ['--yes'])
  expect([...account.stacks]).toEqual([])
})

it('removes what a failed first deployment has left behind', async () => {
  const account = await deployed()
  account.stacks.clear()
  const { stdout } = await destroy(account, ['--yes'])
  expect(stdout).toContain('bucket  quittance-pages-pages1')
  expect(account.changes).toEqual(['delete bucket quittance-pages-pages1'])
  expect((await destroy(account, ['--yes'])).stdout).toContain('quittance has no stacks in')
})
