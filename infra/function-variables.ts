import { chainById } from '../shared/chain/chains.ts'
import { nodesOf } from '../shared/chain/node-operator.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import type { MachineName } from '../shared/kernel/operation/touches.ts'
import { priceVoters } from '../shared/prices/price-voters.ts'
import { supportedCurrencies } from '../shared/prices/supported-currencies.ts'
import { type FunctionRow, type ModeQueue, modeQueuesOf } from './function-row.ts'

/** Names of all resources that functions may access. */
export type Surroundings = {
  tableName: string
  queueUrl: (queue: ModeQueue) => string
  machineArn: (machine: MachineName) => string
  kmsKeyId: string
  /** Chain id → RPC URLs. */
  chainRpcUrls: Readonly<Record<number, readonly string[]>>
}

/** A function's variables, as `functions/config.ts` reads them, only for what its row says it touches. */
export function functionVariables(
  { touches }: FunctionRow,
  around: Surroundings,
): Record<string, string> {
  const {
    table,
    sends = [],
    starts = [],
    encrypts = [],
    decrypts = [],
    chains,
    chainIds,
    currencies,
  } = touches
  return {
    ...(table && { TABLE_NAME: around.tableName }),
    ...Object.fromEntries(
      sends
        .flatMap(modeQueuesOf)
        .map((queue) => [variableName(queue, 'QUEUE_URL'), around.queueUrl(queue)]),
    ),
    ...Object.fromEntries(
      starts.map((machine) => [variableName(machine, 'ARN'), around.machineArn(machine)]),
    ),
    ...(encrypts.length + decrypts.length > 0 && { KMS_KEY_ID: around.kmsKeyId }),
    ...(currencies && { FIAT_CURRENCIES: fiatCurrencies(around).join() }),
    ...(chainIds && { CHAIN_IDS: Object.keys(around.chainRpcUrls).join() }),
    ...(chains && { CHAIN_RPC_URLS: nodesVariable(around.chainRpcUrls) }),
  }
}

/** `CHAIN_RPC_URLS`: every node with its operator, which functions can't determine themselves. */
export function nodesVariable(chainRpcUrls: Surroundings['chainRpcUrls']): string {
  const operators = Object.entries(chainRpcUrls).map(([id, urls]) => {
    const chain = chainById(Number(id))
    invariant(chain, `the registry has chain ${id}`)
    return [
      id,
      Object.fromEntries(nodesOf(chain, urls).map(({ url, operator }) => [url, operator])),
    ]
  })
  return JSON.stringify(Object.fromEntries(operators))
}

/** The currencies that the enabled chains' sources can price, so that payment links need no node. */
function fiatCurrencies({ chainRpcUrls }: Surroundings): string[] {
  const enabled = Object.keys(chainRpcUrls).flatMap((id) => chainById(Number(id)) ?? [])
  return supportedCurrencies(priceVoters(enabled))
}

/** `webhook-deliveries-live` → `WEBHOOK_DELIVERIES_LIVE_QUEUE_URL`. */
function variableName(name: string, suffix: string): string {
  return `${name.replaceAll('-', '_').toUpperCase()}_${suffix}`
}
