import type { FunctionComponent } from 'preact'
import type { IconName } from '../parts/icon.tsx'
import type { Texts } from '../texts/texts.ts'

type PageName = keyof Texts['pages']

/** A page of the navigation, whose script is loaded when it is opened. */
export type Page = {
  name: PageName
  icon: IconName
  group: keyof Texts['groups']
  /** Whether it is of one mode: its address is then `/live/…` or `/test/…`. */
  isOfMode: boolean
  /** Of the five at the bottom of a phone's screen. */
  isTab?: true
  load: () => Promise<FunctionComponent>
}

export const pages: readonly Page[] = [
  {
    ...{ name: 'home', icon: 'home', group: 'money', isOfMode: true, isTab: true },
    load: async () => (await import('../pages/home.tsx')).HomePage,
  },
  {
    ...{ name: 'networks', icon: 'network', group: 'money', isOfMode: true, isTab: true },
    load: async () => (await import('../networks/networks-page.tsx')).NetworksPage,
  },
  {
    ...{ name: 'keys', icon: 'key', group: 'developers', isOfMode: true, isTab: true },
    load: async () => (await import('../keys/keys-page.tsx')).KeysPage,
  },
  {
    ...{ name: 'doctor', icon: 'doctor', group: 'instance', isOfMode: true, isTab: true },
    load: async () => (await import('../doctor/doctor-page.tsx')).DoctorPage,
  },
  {
    ...{ name: 'settings', icon: 'settings', group: 'instance', isOfMode: true },
    load: async () => (await import('../settings/settings-page.tsx')).SettingsPage,
  },
  {
    ...{ name: 'people', icon: 'person', group: 'instance', isOfMode: false },
    load: async () => (await import('../people/people-page.tsx')).PeoplePage,
  },
  {
    ...{ name: 'account', icon: 'shield', group: 'instance', isOfMode: false },
    load: async () => (await import('../account/account-page.tsx')).AccountPage,
  },
  {
    ...{ name: 'audit', icon: 'list', group: 'instance', isOfMode: true },
    load: async () => (await import('../audit/audit-page.tsx')).AuditPage,
  },
]

/** The address of a page below `/dashboard`. */
export function pathOf({ name, isOfMode }: Pick<Page, 'name' | 'isOfMode'>, mode: string): string {
  return isOfMode ? `/${mode}/${name}` : `/settings/${name}`
}

/** The page of an address; undefined if there is none. */
export function pageAt(path: string): Page | undefined {
  const [, first = '', name] = path.split('/')
  const isOfMode = first === 'live' || first === 'test'
  if (!isOfMode && first !== 'settings') return undefined
  return pages.find((page) => page.name === name && page.isOfMode === isOfMode)
}
