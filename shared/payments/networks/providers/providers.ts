import { alchemy } from './alchemy.ts'
import { ankr } from './ankr.ts'
import { drpc } from './drpc.ts'
import { infura } from './infura.ts'
import type { Provider } from './provider.ts'

export const providerNames = ['alchemy', 'infura', 'drpc', 'ankr'] as const
type ProviderName = (typeof providerNames)[number]

export type Providers = Readonly<Record<ProviderName, Provider>>

/** By the names that the terminal knows them by. */
export const providers: Providers = { alchemy, infura, drpc, ankr }
