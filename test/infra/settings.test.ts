import { expect, it } from 'vitest'
import { readSettings } from '../../infra/aws/settings.ts'

const read = (context: Record<string, unknown>) => readSettings((name) => context[name])

it('needs nothing', () => {
  expect(read({})).toEqual({ prefix: 'quittance', originKey: '1', rpcUrls: {} })
})

it('takes what an owner decides', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/1'
  expect(
    read({
      prefix: 'shop',
      rpcUrls: '{"31337":["https://a.test/v2/key","https://b.test"]}',
      domain: 'pay.example.com',
      certificateArn,
      alarmEmail: 'owner@example.com',
    }),
  ).toEqual({
    prefix: 'shop',
    originKey: '1',
    rpcUrls: { 31337: ['https://a.test/v2/key', 'https://b.test'] },
    domain: 'pay.example.com',
    certificateArn,
    alarmEmail: 'owner@example.com',
  })
})

it.each([
  [{ rpcUrls: '{31337' }, /must be JSON/],
  [{ rpcUrls: '{"1234567":["https://a.test"]}' }, /not in shared\/chain\/chains\.ts/],
  [{ rpcUrls: '{"31337":[]}' }, /rpcUrls/],
  [{ domain: 'pay.example.com' }, /domain and certificateArn belong together/],
  [
    {
      domain: 'pay.example.com',
      certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/1',
    },
    /certificateArn/,
  ],
  [{ prefix: 'Has Spaces' }, /prefix/],
])('refuses %j and says why', (context, message) => {
  expect(() => read(context)).toThrow(message)
})
