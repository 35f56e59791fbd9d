import { provenRequest } from '../../shared/admin/operators/wire/proof.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { ServiceError } from '../../shared/kernel/errors.ts'
import { dashboardOperations, invalid, ok, type Reply, rejected } from './dashboard-fixture.ts'
import type { ScreenName } from './dashboard-screens.ts'

/** A form, and how to reach it. */
export type TestedForm = {
  screen: ScreenName
  /** Beside those of the screen. */
  replies?: Readonly<Record<string, Reply>>
  /** Names of buttons on the way to it. */
  clicks?: readonly string[]
  /** The operation that it calls. */
  operation: string
  /** Its fields by their labels, each with a value that the service accepts. */
  fields: Readonly<Record<string, string>>
  /** Fields that may be empty. */
  optional?: readonly string[]
  /** Its fields prove who sends the operation. */
  proves?: true
  /** Choices that are made first, by the labels of lists. */
  chooses?: Readonly<Record<string, string>>
}

const password = 'a long enough password'
const account = { 'Your name': 'Ada', Password: password }
const settingsForm = { screen: 'settings', operation: 'change-settings' } as const

export const forms: Readonly<Record<string, TestedForm>> = {
  'the owner’s claim': {
    screen: 'setup-owner',
    operation: 'claim-instance',
    fields: { ...account, 'Setup token': 'a token', Email: 'ada@example.com' },
  },
  'sign-in': {
    screen: 'sign-in',
    operation: 'sign-in-with-password',
    fields: { Email: 'ada@example.com', Password: password },
  },
  'an invitation': {
    screen: 'invitation',
    operation: 'accept-invitation',
    fields: account,
  },
  'an authenticator app': {
    screen: 'setup-second-factor',
    replies: {
      'begin-totp': ok({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }),
    },
    clicks: ['Use an app'],
    operation: 'enable-totp',
    fields: { 'Code that the app shows now': '123456' },
  },
  'a new password': {
    screen: 'account',
    operation: 'change-password',
    fields: { 'Current password': password, 'New password': password },
  },
  'an invited person': {
    screen: 'people',
    clicks: ['Invite'],
    operation: 'invite-operator',
    fields: { Email: 'ada@example.com' },
  },
  'a proof of who it is': {
    screen: 'proof',
    clicks: ['Remove'],
    operation: 'remove-passkey',
    proves: true,
    fields: { Password: password, Code: '123456' },
  },
  'imported words': {
    screen: 'setup-wallet',
    clicks: ['Import'],
    operation: 'set-up-wallet',
    // One word only: of a whole wallet the page derives the first address, which takes long.
    fields: { Words: 'abandon' },
  },
  'metadata of a customer': {
    screen: 'customer',
    operation: 'change-customer',
    fields: { 'Name of value 1': 'orderId', 'Value 1': 'A1' },
    optional: ['Value 1'],
  },
  'the highest cost of a sweep': {
    screen: 'payouts',
    clicks: ['Resolve 9,000 0xdF98…e114 on Polygon'],
    chooses: { Decision: 'sweep' },
    operation: 'sweep-unlisted',
    fields: { 'Highest cost': '0.01' },
  },
  'a payment of a provider': {
    screen: 'payouts',
    clicks: ['Resolve 47.00 USD were paid through MoonPay'],
    operation: 'accept-payment',
    fields: { Note: 'The provider confirmed it' },
  },
  'a new API key': {
    screen: 'keys',
    clicks: ['Create key'],
    operation: 'create-api-key',
    fields: { Name: 'Webshop' },
  },
  'a provider of nodes': {
    screen: 'networks',
    clicks: ['Add networks'],
    operation: 'connect-provider',
    fields: { 'API key': 'abcdefgh12345678' },
  },
  'a node': {
    screen: 'networks',
    clicks: ['Add networks', 'Own node'],
    operation: 'add-network',
    fields: { 'Chain id': '8453', 'URL of the node': 'https://node.example/v1' },
  },
  'a notifier': {
    screen: 'networks',
    clicks: ['Connect a notifier'],
    operation: 'connect-notifier',
    fields: { 'Auth token': 'abcdefgh12345678' },
  },
  'a payout wallet': {
    screen: 'payouts',
    clicks: ['Change'],
    operation: 'set-payout-wallet',
    fields: { 'Payout address': '0x52908400098527886E0F7030069857D2E4169EE7' },
  },
  'the payout wallets of the wizard': {
    screen: 'setup-payouts',
    operation: 'set-payout-wallet',
    fields: { 'Base (Live)': '0x52908400098527886E0F7030069857D2E4169EE7' },
  },
  limits: {
    ...settingsForm,
    fields: { 'Time to pay': '6', 'Late payments': '12', Tolerance: '1' },
  },
  brand: {
    ...settingsForm,
    fields: {
      'Business name': 'Northfield',
      Support: 'help@northfield.example',
      'Color of buttons': '#0b5d4e',
    },
    optional: ['Business name', 'Support', 'Color of buttons'],
  },
  confirmations: { ...settingsForm, fields: { Ethereum: '12' }, optional: ['Ethereum'] },
  'sites that may show the checkout': {
    ...settingsForm,
    fields: { 'Sites that may show the checkout in a frame': 'https://shop.example' },
    optional: ['Sites that may show the checkout in a frame'],
  },
  'metadata keys of the search': {
    ...settingsForm,
    fields: { 'Metadata keys that the search covers': 'orderId' },
    optional: ['Metadata keys that the search covers'],
  },
  'limits of requests': {
    ...settingsForm,
    fields: {
      'API requests': '1000',
      'Payments of a link': '300',
      'Payments of a visitor': '30',
      Webhooks: '5',
    },
  },
  'a chat that gets notices': {
    ...settingsForm,
    clicks: ['Add a destination'],
    chooses: { 'Send to': 'telegram' },
    operation: 'add-notice-destination',
    fields: { 'Token of the bot': `123456789:${'A'.repeat(35)}`, Chat: '-1001234567890' },
  },
  shards: { ...settingsForm, operation: 'grow-index-shards', fields: { Shards: '16' } },
  'credentials of a payment provider': {
    screen: 'integrations-credentials',
    clicks: ['Set up'],
    operation: 'set-integration',
    fields: {
      hostApiKey: 'abcdefgh12345678',
      settlementWallet: '0x52908400098527886E0F7030069857D2E4169EE7',
      asset: 'ETH_USDC',
    },
  },
}

/** Typed or pasted by somebody who means no harm, or does. */
export const badValues: Readonly<Record<string, string>> = {
  nothing: '',
  spaces: '   ',
  '64 KB': 'x'.repeat(65_536),
  'control characters': 'a\u0000\u0007\u001b[31mb\u202e',
  markup: '<img src=x onerror="alert(1)"><script>alert(2)</script>',
  pictures: '👩‍👩‍👧‍👦'.repeat(30),
  'a number': '-1e309',
}

/** Accepts by the operation's own schema, then refuses, so that the form stays as it is. */
export function checkedReply(name: string): (input: unknown) => Reply {
  const operation = dashboardOperations.get(name)
  if (!operation) throw new Error(`there is no operation ${name}`)
  return (input) => {
    try {
      parseWith(operation.body, input)
      return rejected(409, 'accepted_by_schema', 'Accepted by the schema.')
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return invalid(error.param ?? null, error.message, error.code)
    }
  }
}

/** Asks for a proof, accepts it by its schema, then refuses it, so that its form stays as it is. */
export function checkedProof(input: unknown): Reply {
  const hasProof = typeof input === 'object' && input !== null && 'proof' in input
  if (!hasProof) return rejected(403, 'proof_required')
  try {
    parseWith(provenRequest, input)
    return invalid('proof', 'Accepted by the schema.')
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return invalid(error.param ?? 'proof', error.message)
  }
}
