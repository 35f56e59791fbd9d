import type { KmsPurpose } from '../../shared/kernel/operation/touches.ts'
import type { FunctionRow } from '../function-row.ts'
import { fenced, table, withDrawn } from './markdown.ts'

type Rows = Readonly<Record<string, FunctionRow>>

/** Functions that the same strangers reach, or nobody does. */
type Kind = {
  name: string
  /** Who starts them, and what that takes. */
  reachedBy: string
  has: (row: FunctionRow) => boolean
}

function serves(...paths: readonly string[]): Kind['has'] {
  return ({ trigger }) =>
    trigger.kind === 'route' && paths.some((path) => trigger.path.startsWith(path))
}

/** In this order; a function is of the first kind that has it. */
const kinds: readonly Kind[] = [
  {
    name: 'the API',
    reachedBy: 'the internet: an API key',
    has: serves('/api/v1/'),
  },
  {
    name: 'checkout',
    reachedBy: 'the internet: a session’s id, a link’s slug or a refund’s link',
    has: serves('/api/checkout/'),
  },
  {
    name: 'callbacks',
    reachedBy: 'the internet: a signature of a provider or notifier',
    has: serves('/api/chain/', '/api/providers/'),
  },
  {
    name: 'sign-in',
    reachedBy: 'the internet: a password, passkey, invitation or setup token',
    has: serves('/api/dashboard/'),
  },
  {
    name: 'operators’ functions',
    reachedBy: 'the internet: a cookie, and often a proof; AWS: Invoke',
    has: ({ trigger }) => trigger.kind === 'operator',
  },
  {
    name: 'invoked functions',
    reachedBy: 'functions whose rows name them',
    has: ({ trigger }) => trigger.kind === 'function',
  },
  {
    name: 'sweep',
    reachedBy: 'a schedule alone',
    has: ({ touches }) => touches.decrypts?.includes('hd-mnemonic') ?? false,
  },
  {
    name: 'workers',
    reachedBy: 'queues, timers and schedules',
    has: () => true,
  },
]

type Group = Omit<Kind, 'has'> & { rows: Rows }

/** The page with the picture and the table of what each kind of function can reach. */
export function withBoundaries(page: string, functions: Rows): string {
  const groups = groupsOf(functions)
  return withDrawn(page, [picture(groups), reach(groups)])
}

function groupsOf(functions: Rows): Group[] {
  const kindOf = (row: FunctionRow) => kinds.find(({ has }) => has(row))
  return kinds.map((kind) => ({
    name: kind.name,
    reachedBy: kind.reachedBy,
    rows: Object.fromEntries(Object.entries(functions).filter(([, row]) => kindOf(row) === kind)),
  }))
}

const secrets: Readonly<Record<KmsPurpose, string>> = {
  'hd-mnemonic': 'the words',
  'account-public-keys': 'extended public keys',
  'app-secrets': 'webhook secrets, refund links, notifiers’ keys',
  'node-urls': 'URLs of nodes',
  'notifier-tokens': 'tokens of notifiers',
  'payout-wallets': 'payout wallets',
  'totp-secrets': 'secrets of authenticator apps',
  'provider-credentials': 'providers’ credentials',
  'notice-addresses': 'addresses of chats',
}

/** Which secrets the functions of a group can open. */
function opened({ rows }: Group): KmsPurpose[] {
  const all = Object.values(rows).flatMap(({ touches }) => touches.decrypts ?? [])
  return purposes.filter((purpose) => all.includes(purpose))
}

const purposes = Object.keys(secrets).filter((name): name is KmsPurpose => name in secrets)

function picture(groups: readonly Group[]): string {
  const lines = groups.flatMap((group, n) => [
    ...(group.reachedBy.includes('internet') ? [`  internet --> kind${n}`] : []),
    ...(group.reachedBy.includes('AWS') ? [`  aws --> kind${n}`] : []),
    ...invokedKinds(groups, group).map((invoked) => `  kind${n} --> kind${invoked}`),
    ...opened(group).map((purpose) => `  kind${n} --> ${purpose}`),
  ])
  return fenced('mermaid', [
    'flowchart LR',
    '  internet((internet))',
    '  aws((AWS account))',
    '  subgraph functions[functions, each with a role of its own]',
    ...groups.map(({ name, rows }, n) => `    kind${n}["${name} (${Object.keys(rows).length})"]`),
    '  end',
    '  subgraph key[what they open with the key]',
    ...purposes.map((purpose) => `    ${purpose}["${secrets[purpose]}"]`),
    '  end',
    ...lines,
  ])
}

function invokedKinds(groups: readonly Group[], { rows }: Group): number[] {
  const invoked = new Set<string>(
    Object.values(rows).flatMap(({ touches }) => touches.invokes ?? []),
  )
  return groups.flatMap((group, n) =>
    Object.keys(group.rows).some((name) => invoked.has(name)) ? [n] : [],
  )
}

function reach(groups: readonly Group[]): string {
  const rows = groups.map((group) => [
    group.name,
    group.reachedBy,
    listed(opened(group).map((purpose) => secrets[purpose])),
    listed(administered(group)),
    Object.values(group.rows).some(({ touches }) => touches.chains) ? 'yes' : '',
  ])
  return table(
    ['code of', 'reached by', 'opens', 'writes, of what is guarded', 'calls nodes'],
    rows,
  )
}

/** The names of guarded items in `infra/table-guards.ts` that any of them may write. */
function administered({ rows }: Group): string[] {
  const all = Object.values(rows).flatMap(({ touches }) => touches.administers ?? [])
  return [...new Set(all)].sort()
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ')
}
