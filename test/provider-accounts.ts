import { generateKeyPairSync } from 'node:crypto'
import type { Account, KeptTokens } from '../shared/merchant/providers/vendors/hosted-provider.ts'
import type { ProviderName } from '../shared/records/integrations/rules/provider-name.ts'

const settlementWallet = '0x000000000000000000000000000000000000dEaD'

const curveKeys = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const credentials: Readonly<Record<ProviderName, Readonly<Record<string, string>>>> = {
  transak: {
    apiKey: 'transak-key',
    apiSecret: 'transak-secret',
    settlementWallet,
    cryptoCurrency: 'USDC',
    network: 'base',
  },
  ramp: { hostApiKey: 'ramp-key', settlementWallet, asset: 'ETH_USDC' },
  moonpay: {
    publishableKey: 'pk_test_key',
    secretKey: 'sk_test_key',
    webhookKey: 'moonpay-webhook',
    settlementWallet,
    currencyCode: 'usdc',
  },
  mercuryo: {
    widgetId: 'mercuryo-widget',
    widgetSecret: 'mercuryo-secret',
    signKey: 'mercuryo-sign',
    settlementWallet,
    currency: 'USDC',
    partnerToken: 'mercuryo-partner',
  },
  banxa: {
    apiKey: 'banxa-api-key',
    apiSecret: 'banxa-api-secret',
    settlementWallet,
    apiBaseUrl: 'https://shop.banxa-sandbox.com',
    coin: 'USDC',
    blockchain: 'ETH',
  },
  'binance-pay': { apiKey: 'binance-key', secretKey: 'binance-secret-key' },
  'coinbase-commerce': {
    keyId: 'key-id',
    webhookSecret: 'coinbase-webhook',
    keySecret: curveKeys.privateKey,
  },
  nowpayments: { apiKey: 'nowpayments-key', ipnSecret: 'nowpayments-ipn' },
  coingate: { apiToken: 'coingate-token', receiveCurrency: 'USDT' },
}

/** Valid credentials that no vector uses. */
export function credentialsOf(name: ProviderName): Readonly<Record<string, string>> {
  return credentials[name]
}

/** Tokens in memory, the newest first. */
function tokensInMemory(first: readonly string[] = []): KeptTokens {
  let kept = [...first]
  return {
    read: async () => kept,
    renew: async (stale, request) => {
      const [newest] = kept
      if (newest !== undefined && newest !== stale) return newest
      const token = await request()
      kept = [token, ...kept].slice(0, 2)
      return token
    },
  }
}

type TestAccount = Account & { name: ProviderName; curveKeys: typeof curveKeys }

/** A sandbox account with these credentials, or with those of `changes` if it names all that differ. */
export function anAccount(
  name: ProviderName,
  changes: Readonly<Record<string, string>> = {},
  { tokens = [], ...rest }: Partial<Omit<Account, 'tokens'>> & { tokens?: readonly string[] } = {},
): TestAccount {
  const isOtherApi = name === 'coinbase-commerce' && 'apiKey' in changes
  return {
    name,
    curveKeys,
    credentials: isOtherApi ? changes : { ...credentials[name], ...changes },
    sandbox: true,
    host: undefined,
    fetch,
    now: () => new Date('2026-03-01T12:00:00.000Z'),
    randomBytes: (length) => new Uint8Array(length).fill(7),
    tokens: tokensInMemory(tokens),
    ...rest,
  }
}
