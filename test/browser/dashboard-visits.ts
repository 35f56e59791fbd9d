import type { Operations } from '../../static-dashboard/src/operations.ts'
import { someSettings } from '../factories.ts'
import { ok, type Reply, signedIn } from './dashboard-fixture.ts'

/** A page and the replies that it needs beside the usual ones. Paths are below `/dashboard`. */
export type Screen = {
  path: string
  replies: Readonly<Partial<Record<keyof Operations | `/api/checkout/${string}`, Reply | 'hang'>>>
  /** Values by the labels of fields, before the clicks. */
  fields?: Readonly<Record<string, string>>
  /** Words that show that it is complete. */
  shows: readonly string[]
  /** Buttons that lead there, by name. */
  clicks?: readonly string[]
  /** Fields and clicks after those. */
  next?: Pick<Screen, 'fields' | 'clicks'>
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

/** Found by a probe of a node. */
export const isBehind = {
  subject: 'newest block',
  expected: 'at most 120 s old',
  found: 'of 2026-11-20T09:56:50.000Z',
}

/** A node of a network. */
export const node = (url: string, problems: (typeof isBehind)[] = []) => ({
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

/** A visitor who has not signed in. */
export const nobody = { ...signedIn, operator: null, hasSecondFactor: false, step: 'sign-in' }

/** Who visits. */
export const visit = (output: unknown) => ({ 'show-dashboard': ok(output) })
