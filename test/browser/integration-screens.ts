import { credentialFields } from '../../shared/merchant/providers/vendors/credential-fields.ts'
import { hostedProviders } from '../../shared/merchant/providers/vendors/hosted-providers.ts'
import {
  type ProviderName,
  providerFacts,
} from '../../shared/records/integrations/rules/provider-name.ts'
import { ok } from './dashboard-fixture.ts'
import { type Screen, settings } from './dashboard-visits.ts'

const at = '2026-11-20T09:00:00.000Z'
const wallet = '0xf1bf5A0c8E2d4b6a7C9D3e1F0a2B4c6D8e0F68Bc'
const account = { enabled: true, wallet, fingerprint: '3f9c2a17d05be846', next: null, setAt: at }

/** A provider as it is listed, set up unless changed. */
function listed(mode: string, provider: ProviderName, changes: Record<string, unknown> = {}) {
  const { title, kind, isBeta: beta, hasSandbox } = providerFacts[provider]
  return {
    provider,
    title,
    kind,
    beta,
    mode,
    available: mode === 'live' || hasSandbox,
    fields: credentialFields(hostedProviders[provider].credentials),
    webhookUrl: `https://pay.northfield.example/api/providers/${provider}/webhook`,
    referrerDomain: 'pay.northfield.example',
    account,
    lastCallbackAt: at,
    lastProblem: null,
    lastProblemAt: null,
    forgedCallbacks: 0,
    lastForgedAt: null,
    signaturesMismatch: false,
    ...changes,
  }
}

const none = { account: null, lastCallbackAt: null }

const all = (mode: string) => [
  listed(mode, 'transak', none),
  listed(mode, 'ramp', {
    lastProblem: 'Ramp Network refused the request with HTTP 401.',
    lastProblemAt: '2026-11-20T10:00:00.000Z',
  }),
  listed(mode, 'moonpay', {
    account: {
      ...account,
      next: {
        wallet: '0x52908400098527886E0F7030069857D2E4169EE7',
        fingerprint: 'a41d77c8e2906b35',
        from: '2026-11-30T12:00:00.000Z',
      },
    },
  }),
  listed(mode, 'binance-pay', none),
  listed(mode, 'coingate', { account: { ...account, enabled: false, wallet: null } }),
]

const replies = (mode: string, integrations: readonly unknown[] = all(mode)) => ({
  'list-integrations': ok({ integrations }),
  'get-settings': ok({ ...settings, checkoutMethods: ['moonpay', 'coins'] }),
})

export const integrationScreens = {
  integrations: {
    path: '/live/integrations',
    replies: replies('live'),
    shows: [
      ...['Set up its sandbox', 'Transak sends them to your wallet', 'Cards and bank transfers'],
      ...['Customers pay from their Binance account.', 'It has no sandbox.'],
      ...['Ramp Network', 'Failing', 'Last callback:'],
      ...['Order of the ways to pay', 'Coins, paid to your own wallet'],
    ],
  },
  'integrations-test': {
    path: '/test/integrations',
    replies: replies('test'),
    shows: ['always uses the sandboxes', 'Live mode only: there is no sandbox.'],
  },
  'integrations-credentials': {
    path: '/live/integrations',
    replies: replies('live', [listed('live', 'ramp', none)]),
    clicks: ['Set up'],
    shows: ['Credentials of Ramp Network', 'never shown again', 'settlementWallet', 'Optional'],
  },
  'integrations-refused': {
    path: '/live/integrations',
    replies: {
      ...replies('live', [listed('live', 'ramp')]),
      'verify-integration': ok({ provider: 'ramp', accepted: false, problem: 'HTTP 401' }),
    },
    clicks: ['Verify'],
    shows: ['Ramp Network does not accept these credentials', 'HTTP 401'],
  },
} satisfies Readonly<Record<string, Screen>>
