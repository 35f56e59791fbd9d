import { expect, it } from 'vitest'
import { arn, whoMay } from './who-may.ts'

it('lets few functions mail the owner, through the topic of the alarms alone', async () => {
  const mailing = { action: 'sns:Publish', resource: arn('sns', 'quittance-alarms') }
  expect(await whoMay(mailing)).toEqual([
    'avoid-used-addresses',
    'mail-changes',
    'operator-add-notice-destination',
    'operator-test-notice-destination',
    'send-sale-notices',
  ])
  expect(await whoMay({ ...mailing, resource: arn('sns', 'another-alarms') })).toEqual([])
})
