import { refusing } from '../../../kernel/refusals.ts'

export const integrationRefusals = {
  no_credentials: {
    code: 'resource_not_found',
    text: '{provider} has no credentials in {mode} mode. Store them with "integrations set".',
  },
  no_replacement_pending: {
    code: 'state_changed',
    text: 'No replacement of {provider} is pending. "integrations list" shows what is in use.',
  },
  no_sandbox: {
    code: 'parameter_invalid',
    param: 'mode',
    text: '{title} has no sandbox, so it can only be used in live mode.',
  },
} as const

/** About the credentials of a provider. */
export const credentialsSentences = {
  no_code: 'must be a code such as USDC',
  no_wallet_address: 'must be 0x and 40 hexadecimal digits',
  no_public_pem: 'must be the PEM of a public key ({kind})',
  no_private_pem: 'must be the PEM of a private key ({kind})',
  no_coinbase_key:
    'must be a key of Coinbase: Ed25519 in base64, or the PEM of one or of a key on the curve P-256',
  no_banxa_host:
    'must be https:// and your host at Banxa, such as https://shop.banxa.com, and nothing else',
  of_sandbox:
    "belongs to the sandbox of {title}, which live mode can't use. Give the one of the live account",
  of_live_account:
    "belongs to the live account of {title}, which test mode can't use. Give the one of the sandbox",
} as const

export const refuseIntegration = refusing(integrationRefusals)
