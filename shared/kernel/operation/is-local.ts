import type { Config } from './config.ts'

/** Whether this is an instance on one machine, with play money. */
export function isLocal(config: Config): boolean {
  return config('NODES_ALLOW_LOOPBACK') === 'on'
}
