import type { FunctionComponent } from 'preact'
import type { IconName } from '../parts/icon.tsx'
import { loadInstance } from '../texts/instance/instance.ts'
import { loadMoney } from '../texts/money/money.ts'
import type { Texts } from '../texts/text.ts'
import { loadTools } from '../texts/tools/tools.ts'

type PageName = keyof Texts['pages']

/** A page of the navigation, whose script is loaded when it is opened. */
export type Page = {
  name: PageName
  icon: IconName
  group: keyof Texts['groups']
  /** Whether it is of one mode: its address is then `/live/…` or `/test/…`. */
  isOfMode: boolean
  /** Whether it is at the bottom of a phone's screen. There are five, including the button for more. */
  isTab?: true
  load: () => Promise<FunctionComponent>
  /** Shows one record of the page, whose id follows the page's name in the address: `/test/payments/cs_…`. */
  loadRecord?: () => Promise<FunctionComponent<{ id: string }>>
}

/** Loads a page with texts that only some pages have. */
function withTexts(...texts: readonly (() => Promise<void>)[]) {
  return <Component>(load: () => Promise<Component>) =>
    async (): Promise<Component> => {
      const [component] = await Promise.all([load(), ...texts.map((each) => each())])
      return component
    }
}

const tool = withTexts(loadTools)
const ofMoney = withTexts(loadMoney)
const ofInstance = withTexts(loadInstance)
// These show parts of the instance's pages: what needs attention, what operators did, and the preview of the brand.
const moneyAndTools = withTexts(loadMoney, loadTools)
const moneyAndInstance = withTexts(loadMoney, loadInstance)
const link = withTexts(loadTools, loadInstance)

export const pages: readonly Page[] = [
  {
    name: 'home',
    icon: 'home',
    group: 'money',
    isOfMode: true,
    isTab: true,
    load: moneyAndInstance(async () => (await import('../home/home-page.tsx')).HomePage),
  },
  {
    name: 'payments',
    icon: 'receipt',
    group: 'money',
    isOfMode: true,
    isTab: true,
    load: ofMoney(async () => (await import('../payments/payments-page.tsx')).PaymentsPage),
    loadRecord: moneyAndInstance(
      async () => (await import('../payments/payment-page.tsx')).PaymentPage,
    ),
  },
  {
    name: 'payouts',
    icon: 'payout',
    group: 'money',
    isOfMode: true,
    isTab: true,
    load: ofMoney(async () => (await import('../payouts/payouts-page.tsx')).PayoutsPage),
    loadRecord: ofMoney(async () => (await import('../payouts/sweep-page.tsx')).SweepPage),
  },
  {
    name: 'links',
    icon: 'link',
    group: 'money',
    isOfMode: true,
    load: link(async () => (await import('../links/links-page.tsx')).LinksPage),
    loadRecord: link(async () => (await import('../links/link-page.tsx')).LinkPage),
    isTab: true,
  },
  {
    name: 'customers',
    icon: 'people',
    group: 'money',
    isOfMode: true,
    load: tool(async () => (await import('../customers/customers-page.tsx')).CustomersPage),
    loadRecord: moneyAndTools(
      async () => (await import('../customers/customer-page.tsx')).CustomerPage,
    ),
  },
  {
    name: 'networks',
    icon: 'network',
    group: 'money',
    isOfMode: true,
    load: ofInstance(async () => (await import('../networks/networks-page.tsx')).NetworksPage),
  },
  {
    name: 'integrations',
    icon: 'card',
    group: 'money',
    isOfMode: true,
    load: ofInstance(
      async () => (await import('../integrations/integrations-page.tsx')).IntegrationsPage,
    ),
  },
  {
    name: 'keys',
    icon: 'key',
    group: 'developers',
    isOfMode: true,
    load: async () => (await import('../keys/keys-page.tsx')).KeysPage,
  },
  {
    name: 'webhooks',
    icon: 'webhook',
    group: 'developers',
    isOfMode: true,
    load: tool(async () => (await import('../webhooks/webhooks-page.tsx')).WebhooksPage),
    loadRecord: tool(async () => (await import('../webhooks/webhook-record.tsx')).WebhookRecord),
  },
  {
    name: 'events',
    icon: 'bolt',
    group: 'developers',
    isOfMode: true,
    load: tool(async () => (await import('../events/events-page.tsx')).EventsPage),
    loadRecord: tool(async () => (await import('../events/event-page.tsx')).EventPage),
  },
  {
    name: 'doctor',
    icon: 'doctor',
    group: 'instance',
    isOfMode: true,
    load: ofInstance(async () => (await import('../doctor/doctor-page.tsx')).DoctorPage),
  },
  {
    name: 'settings',
    icon: 'settings',
    group: 'instance',
    isOfMode: true,
    load: ofInstance(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  },
  {
    name: 'people',
    icon: 'person',
    group: 'instance',
    isOfMode: false,
    load: async () => (await import('../people/people-page.tsx')).PeoplePage,
  },
  {
    name: 'account',
    icon: 'shield',
    group: 'instance',
    isOfMode: false,
    load: async () => (await import('../account/account-page.tsx')).AccountPage,
  },
  {
    name: 'audit',
    icon: 'list',
    group: 'instance',
    isOfMode: true,
    load: ofInstance(async () => (await import('../audit/audit-page.tsx')).AuditPage),
  },
]

/** The address of a page below `/dashboard`. */
export function pathOf(
  { name, isOfMode }: { name: string; isOfMode: boolean },
  mode: string,
): string {
  return isOfMode ? `/${mode}/${name}` : `/settings/${name}`
}

/** A page, and the record that is shown there; null if it is the page itself. */
export type Place = { page: Page; id: string | null }

/** The page at an address, or undefined. */
export function placeAt(path: string, all: readonly Page[] = pages): Place | undefined {
  const [, first = '', name, id, ...rest] = path.split('/')
  const isOfMode = first === 'live' || first === 'test'
  if ((!isOfMode && first !== 'settings') || rest.length > 0) return undefined
  const page = all.find((each) => each.name === name && each.isOfMode === isOfMode)
  if (!page) return undefined
  if (id === undefined) return { page, id: null }
  const decoded = page.loadRecord && decode(id)
  return decoded ? { page, id: decoded } : undefined
}

/** Where a page is whose address begins as if it were of a mode, or of none; undefined if there is no such page. */
export function placeInstead(
  path: string,
  mode: string,
  all: readonly Page[] = pages,
): string | undefined {
  const [, first = '', name, ...rest] = path.split('/')
  const page = all.find((each) => each.name === name)
  if (!page || !['live', 'test', 'settings'].includes(first)) return undefined
  const right = [pathOf(page, mode), ...rest].join('/')
  return placeAt(right, all) && right
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
