import { someSettings } from '../factories.ts'
import { ok, type Reply } from './dashboard-fixture.ts'

/** A page and the replies that it needs. Paths are below `/dashboard`. */
export type Screen = {
  path: string
  replies: Readonly<Record<string, Reply | 'hang'>>
  /** Values by the labels of fields, before the clicks. */
  fields?: Readonly<Record<string, string>>
  /** Words that show that it is complete. */
  shows: readonly string[]
  /** Buttons that lead there, by name. */
  clicks?: readonly string[]
  /** Fields and clicks after those. */
  next?: Pick<Screen, 'fields' | 'clicks'>
}

/** The operator of all screens. */
export const owner = {
  id: 'op_1',
  name: 'Jonas Weber',
  email: 'jonas@northfield.example',
  role: 'owner',
}

export const signedIn = {
  claimed: true,
  isSetUp: true,
  step: 'done',
  operator: owner,
  hasSecondFactor: true,
  isLocal: true,
}

/** The settings of the instance. */
export const settings = someSettings({
  confirmations: { 1: 6 },
  defaultChainId: 8453,
  defaultAsset: 'USDC',
  rateLimitPerMinute: 1000,
  businessName: 'Northfield Press',
  accentColor: '#7a2e8e',
  support: 'help@northfield.example',
  embedOrigins: ['https://northfield.example'],
  checkoutMethods: ['coins'],
  walletApps: ['metamask', 'trust'],
  searchableMetadata: ['orderId', 'invoice'],
  indexShards: { count: 4, before: 1, from: '2099-11-20T14:10:00.000Z' },
  baseUrl: 'https://pay.northfield.example',
})

/** A node of a network. */
export const node = (url: string, problems: unknown[] = []) => ({
  id: `nd_${url}`,
  url,
  operator: url,
  source: 'manual',
  weight: 1,
  standing: 'verified',
  logRange: 1000,
  archiveSeconds: null,
  traces: null,
  problems,
  probedAt: null,
})

/** An enabled network with two nodes. */
export const network = (mode: string, [chainId, name]: [number, string], assets: string[]) => ({
  mode,
  chainId,
  name,
  assets,
  status: 'enabled',
  retiringSince: null,
  singleOperatorConfirmed: false,
  trusted: null,
  nodes: [node('eth.alchemy.example …9fK2'), node('publicnode.example')],
})

/** While nothing runs in the background. */
export const noWork = {
  id: null,
  operation: null,
  state: 'none',
  steps: [],
  result: null,
  error: null,
}

/** Who visits. */
export const visit = (output: unknown) => ({ 'show-dashboard': ok(output) })
