import { provenRequest } from '../../shared/admin/operators/wire/proof.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { ServiceError } from '../../shared/kernel/errors.ts'
import { dashboardOperations, ok, type Reply, rejected } from './dashboard-fixture.ts'
import { screens } from './dashboard-screens.ts'
import { noWork, signedIn, visit } from './dashboard-visits.ts'

/** A form, and how to reach it. */
export type TestedForm = {
  path: string
  replies: Readonly<Record<string, Reply | 'hang'>>
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

const repliesOf = (screen: string) => screens[screen]?.replies ?? {}

const password = 'a long enough password'
const nobody = { ...signedIn, operator: null, hasSecondFactor: false, step: 'sign-in' }
const settingsForm = {
  path: '/live/settings',
  replies: repliesOf('settings'),
  operation: 'change-settings',
}
const resolveForm = {
  path: '/live/payouts',
  replies: repliesOf('payouts-resolve'),
}
const networksForm = { path: '/live/networks', replies: repliesOf('networks') }

export const forms: Readonly<Record<string, TestedForm>> = {
  'the owner’s claim': {
    path: '/setup',
    replies: repliesOf('setup-owner'),
    operation: 'claim-instance',
    fields: {
      'Setup token': 'a token',
      'Your name': 'Ada',
      Email: 'ada@example.com',
      Password: password,
    },
  },
  'sign-in': {
    path: '/test/home',
    replies: { ...visit(nobody), 'begin-passkey-sign-in': 'hang' },
    operation: 'sign-in-with-password',
    fields: { Email: 'ada@example.com', Password: password },
  },
  'an invitation': {
    path: '/invitation#token',
    replies: repliesOf('invitation'),
    operation: 'accept-invitation',
    fields: { 'Your name': 'Ada', Password: password },
  },
  'an authenticator app': {
    path: '/setup',
    replies: {
      ...repliesOf('setup-second-factor'),
      'begin-totp': ok({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }),
    },
    clicks: ['Use an app'],
    operation: 'enable-totp',
    fields: { 'Code that the app shows now': '123456' },
  },
  'a new password': {
    path: '/settings/account',
    replies: repliesOf('account'),
    operation: 'change-password',
    fields: { 'Current password': password, 'New password': password },
  },
  'an invited person': {
    path: '/settings/people',
    replies: repliesOf('people'),
    clicks: ['Invite'],
    operation: 'invite-operator',
    fields: { Email: 'ada@example.com' },
  },
  'a proof of who it is': {
    path: '/settings/account',
    replies: repliesOf('proof'),
    clicks: ['Remove'],
    operation: 'remove-passkey',
    proves: true,
    fields: { Password: password, Code: '123456' },
  },
  'imported words': {
    path: '/setup',
    replies: repliesOf('setup-wallet-import'),
    clicks: ['Import'],
    operation: 'set-up-wallet',
    // One word only: of a whole wallet the page derives the first address, which takes long.
    fields: { Words: 'abandon' },
  },
  'metadata of a customer': {
    path: '/live/customers/cus_1',
    replies: repliesOf('customer'),
    operation: 'change-customer',
    fields: { 'Name of value 1': 'orderId', 'Value 1': 'A1' },
    optional: ['Value 1'],
  },
  'the highest cost of a sweep': {
    ...resolveForm,
    clicks: ['Resolve 9,000 0xdF98…e114 on Polygon'],
    chooses: { Decision: 'sweep' },
    operation: 'sweep-unlisted',
    fields: { 'Highest cost': '0.01' },
  },
  'a payment of a provider': {
    ...resolveForm,
    clicks: ['Resolve 47.00 USD were paid through MoonPay'],
    operation: 'accept-payment',
    fields: { Note: 'The provider confirmed it' },
  },
  'a new API key': {
    path: '/live/keys',
    replies: repliesOf('keys'),
    clicks: ['Create key'],
    operation: 'create-api-key',
    fields: { Name: 'Webshop' },
  },
  'a provider of nodes': {
    ...networksForm,
    clicks: ['Add networks'],
    operation: 'connect-provider',
    fields: { 'API key': 'abcdefgh12345678' },
  },
  'a node': {
    ...networksForm,
    clicks: ['Add networks', 'Own node'],
    operation: 'add-network',
    fields: { 'Chain id': '8453', 'URL of the node': 'https://node.example/v1' },
  },
  'a notifier': {
    ...networksForm,
    clicks: ['Connect a notifier'],
    operation: 'connect-notifier',
    fields: { 'Auth token': 'abcdefgh12345678' },
  },
  'a payout wallet': {
    path: '/live/payouts',
    replies: repliesOf('payouts'),
    clicks: ['Change'],
    operation: 'set-payout-wallet',
    fields: { 'Payout address': '0x52908400098527886E0F7030069857D2E4169EE7' },
  },
  'the payout wallets of the wizard': {
    path: '/setup?step=payouts',
    replies: repliesOf('setup-payouts'),
    operation: 'set-payout-wallet',
    fields: { 'Base (Live)': '0x52908400098527886E0F7030069857D2E4169EE7' },
  },
  limits: {
    ...settingsForm,
    fields: {
      'Time to pay': '6',
      'Late payments': '12',
      Tolerance: '1',
    },
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
    path: '/live/integrations',
    replies: repliesOf('integrations-credentials'),
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
      const { code, message, param = null } = error
      return { status: 400, body: { error: { type: 'invalid_request', code, message, param } } }
    }
  }
}

/** Asks for a proof, accepts it by its schema, then refuses it, so that its form stays as it is. */
export function checkedProof(input: unknown): Reply {
  const hasProof = typeof input === 'object' && input !== null && 'proof' in input
  if (!hasProof) return rejected(403, 'proof_required')
  try {
    parseWith(provenRequest, input)
    return refused('Accepted by the schema.', 'proof')
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return refused(error.message, error.param ?? 'proof')
  }
}

function refused(message: string, param: string): Reply {
  const error = { type: 'invalid_request', code: 'accepted_by_schema', message, param }
  return { status: 400, body: { error } }
}

export const quietReplies = { 'show-work': ok(noWork) }
