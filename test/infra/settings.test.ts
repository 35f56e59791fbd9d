import { expect, it } from 'vitest'
import { readSettings, refuseUnknown } from '../../infra/aws/settings.ts'

const read = (context: Record<string, unknown>) => readSettings((name) => context[name])

it('needs nothing', () => {
  expect(read({})).toEqual({
    prefix: 'quittance',
    originKey: '1',
    rpcUrls: {},
    oneOperatorChains: [],
    concurrentExecutions: 10,
    tags: {},
    metricsDashboard: false,
    hstsPreload: false,
  })
})

it('accepts the owner’s values', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/1'
  expect(
    read({
      prefix: 'shop',
      rpcUrls: '{"31337":["https://a.test/v2/key","https://b.test"]}',
      domain: 'pay.example.com',
      certificateArn,
      alarmEmail: 'owner@example.com',
      securityContact: 'security@example.com',
    }),
  ).toEqual({
    prefix: 'shop',
    originKey: '1',
    rpcUrls: { 31337: ['https://a.test/v2/key', 'https://b.test'] },
    oneOperatorChains: [],
    concurrentExecutions: 10,
    tags: {},
    metricsDashboard: false,
    hstsPreload: false,
    domain: 'pay.example.com',
    certificateArn,
    alarmEmail: 'owner@example.com',
    securityContact: 'mailto:security@example.com',
  })
})

it.each([
  [{ rpcUrls: '{31337' }, /must be JSON/],
  [{ rpcUrls: '{"1234567":["https://a.test"]}' }, /not in shared\/chain\/chains\.ts/],
  [{ rpcUrls: '{"31337":[]}' }, /rpcUrls/],
  [{ rpcUrls: '{"8453":["https://a.one.example/key"]}' }, /8453.* nodes belong to one\.example/],
  [{ rpcUrls: '{"8453":["https://a.one.example","https://b.one.example"]}' }, /oneOperatorChains/],
  [{ domain: 'pay.example.com' }, /domain and certificateArn must be set together/],
  [
    {
      domain: 'pay.example.com',
      certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/1',
    },
    /certificateArn/,
  ],
  [{ prefix: 'Has Spaces' }, /prefix/],
  [{ securityContact: 'http://shop.example/security' }, /securityContact/],
  [{ securityContact: 'https://shop.example/a\nPolicy: https://evil.example' }, /securityContact/],
  [{ keyArn: 'arn:aws:kms:eu-central-1:111122223333:key/1' }, /set tableName, too/],
  [{ tableName: 'restored', keyArn: 'alias/quittance' }, /keyArn/],
  [{ concurrentExecutions: 'many' }, /concurrentExecutions/],
])('refuses %j and says why', (context, message) => {
  expect(() => read(context)).toThrow(message)
})

it('trusts a single node operator with real money only if the owner says so', () => {
  const rpcUrls = '{"8453":["https://a.one.example/key"]}'
  expect(read({ rpcUrls, oneOperatorChains: '1,8453' }).oneOperatorChains).toEqual([1, 8453])
  const both = '{"8453":["https://a.one.example/key","https://a.two.example"]}'
  expect(read({ rpcUrls: both }).oneOperatorChains).toEqual([])
  expect(read({ rpcUrls: '{"84532":["https://a.one.example"]}' }).oneOperatorChains).toEqual([])
})

it('a name that is not a setting is refused, with the one that was meant', () => {
  expect(() => refuseUnknown(['prefix', 'alarmMail'])).toThrow(
    '"alarmMail" is not a setting. Did you mean "alarmEmail"?',
  )
  expect(() => refuseUnknown(['hosted-zone:account=1:domainName=shop.example'])).not.toThrow()
})
