import { expect, it } from 'vitest'
import { visitorLimitNotes } from '../../infra/aws/visitor-limit-note.ts'
import { startCannedServer } from '../canned-server.ts'
import { startAwsAccount } from './aws-account.ts'
import { deployAt } from './deploy-at.ts'

const place = { prefix: 'quittance', region: 'eu-central-1' }

it('a limit that is no longer set is named, with its price and how to delete it', async () => {
  const account = await startAwsAccount(['us-east-1 quittance-visitor-limit-eu-central-1'])
  deployAt(account.url)
  expect(await visitorLimitNotes(place, 2000)).toEqual([])
  const [note] = await visitorLimitNotes(place, undefined)
  expect(note).toContain('costs 6 USD a month until you delete it: aws cloudformation delete-stack')
  expect(await visitorLimitNotes({ ...place, region: 'cn-north-1' }, undefined)).toEqual([])
  account.stacks.clear()
  expect(await visitorLimitNotes(place, undefined)).toEqual([])
})

it('a caller who may not read it has deployed all the same', async () => {
  const { url } = await startCannedServer()
  deployAt(url)
  const [note] = await visitorLimitNotes(place, undefined)
  expect(note).toContain("still costs something isn't known")
})
