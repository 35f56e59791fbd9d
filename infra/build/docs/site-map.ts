/** A page made of a Markdown file: the file, and the page's path below `/docs/`, without `.html`. */
export type Guide = { source: string; name: string; purpose: string }

type Section = { title: string; guides: readonly Guide[] }

/** The files of guides that are not `docs/{name}.md`. */
const sourceOutsideDocs: Readonly<Record<string, string>> = {
  sdk: 'sdk/README.md',
  medusa: 'plugins/medusa/README.md',
  security: 'SECURITY.md',
  changelog: 'CHANGELOG.md',
}

/** The guides at `/docs`, in the order in which they are read, with what each is for. */
export const sections: readonly Section[] = [
  section('Start', {
    'quick-start': 'From nothing to a paid test payment in five minutes.',
    'accepting-a-payment': 'Payment links, your own orders, and quotes.',
    embed: 'A button, a redirect, or a frame on your page.',
    testing: 'Test every outcome on one machine.',
    'going-live': 'What to do before the first real payment, and what checks it.',
    glossary: 'The words of the dashboard, the API and these guides.',
  }),
  section('Payments', {
    'networks-and-fees': 'What can be paid in, when it counts, and who pays which fee.',
    statuses: 'What each status means, and when to fulfill an order.',
    refunds: 'Promise money back, send it, and see it proved.',
    'sale-notices': 'Mails and messages in chats, for a shop without a back end.',
    customers: 'Who paid, how to erase them, and what is kept how long.',
    'from-coinbase-commerce': 'Charges and webhooks, and an adapter that keeps your handler.',
    idempotency: 'Repeat a request safely.',
    lists: 'All pages of a list, and its filters.',
    'api-keys': 'Scopes, rotation, and what to do if a key leaks.',
    versioning: 'What can change in the API, and what to be prepared for.',
    errors: 'Every error code, and what to do.',
    limits: 'Rate limits, cookies and headers.',
  }),
  section('Webhooks and client', {
    webhooks: 'Receive events, and catch up after an outage.',
    'webhook-security': 'What to verify, and what to do with the secret.',
    'webhooks-operations': 'When deliveries fail: retries, replays, and disabled endpoints.',
    sdk: 'The API in TypeScript, with retries and verified webhooks.',
    'writing-a-shop-plugin': 'From an order to a session, and back by webhook.',
    medusa: 'Payments in a shop that runs on Medusa v2.',
  }),
  section('Run an instance', {
    deploy: 'From an empty account of AWS to the first test payment.',
    'deploying-from-ci': 'Deploy with a role that can do nothing else.',
    operate: 'People, networks, notifiers, providers, alarms, logs.',
    'operator-operations': 'Every command of the terminal, and who may use it.',
    money: 'Payout wallets, sweeps, and the books.',
    'watch-only': 'An instance that has no words, whose owner sweeps.',
    scale: 'What grows, what it costs, and what to ask AWS for.',
    upgrading: 'Go to a newer release, and back.',
    'back-up-and-recover': 'What can be lost, and what brings it back.',
    recover: 'Move the money with nothing but the words.',
    troubleshoot: 'What to look at first.',
  }),
  section('Providers', {
    'providers/banxa': 'Customers buy coins by card.',
    'providers/binance-pay': 'Customers pay from a Binance account.',
    'providers/coinbase-commerce': 'Customers pay a charge of Coinbase Commerce.',
    'providers/coingate': 'Customers pay with one of many coins.',
    'providers/mercuryo': 'Customers buy coins by card.',
    'providers/moonpay': 'Customers buy coins by card.',
    'providers/nowpayments': 'Customers pay with one of many coins.',
    'providers/ramp': 'Customers buy coins by card.',
    'providers/transak': 'Customers buy coins by card.',
  }),
  section('How it works', {
    architecture: 'How a request and a payment travel.',
    'state-machine': 'Every status of a session, and what changes it.',
    proof: 'What is tested, and how to see it for yourself.',
    'threat-model': 'Who could do what, and which test tries it.',
    security: 'How to report a vulnerability.',
    dependencies: 'Every package, why it is there, and its license.',
    contributing: 'How to change the code.',
    changelog: 'What changed, by release.',
  }),
]

function section(title: string, purposes: Readonly<Record<string, string>>): Section {
  const guides = Object.entries(purposes).map(([name, purpose]) => ({
    source: sourceOutsideDocs[name] ?? `docs/${name}.md`,
    name,
    purpose,
  }))
  return { title, guides }
}
