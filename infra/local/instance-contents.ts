import type { LocalConfig } from './config.ts'
import { callers, type Foundation } from './foundation.ts'
import type { InstanceFile } from './instance-file.ts'
import { standIns } from './providers/stand-ins.ts'
import { notifierTokenOf } from './seed/seed-file.ts'
import type { ApiKeys } from './seed/seed-instance.ts'
import type { Services } from './start-services.ts'

type Context = { config: LocalConfig; foundation: Foundation; services: Services }

type Details = {
  baseUrl: string
  lambdaUrl: string
  sfnUrl: string
  apiKeys: ApiKeys | null
  /** Set while the instance is unclaimed. */
  setupToken: string | undefined
}

export function instanceContents(
  { config, foundation, services }: Context,
  { baseUrl, lambdaUrl, sfnUrl, apiKeys, setupToken }: Details,
): InstanceFile {
  const { seed, credentialOf } = foundation
  return {
    baseUrl,
    dashboardUrl: `${baseUrl}/dashboard`,
    setupToken: setupToken ?? seed.setupToken,
    owner: config.seed ? seed.owner : null,
    apiKeys,
    chains: services.chains.map((chain) => ({
      mode: chain.mode,
      chainId: chain.chainId,
      rpcUrl: chain.rpcUrl,
      assets: [...chain.assets],
      faucetPrivateKey: chain.faucetPrivateKey,
      payoutAddress: chain.payoutAddress,
    })),
    awsEndpoints: {
      dynamodb: services.dynamodbUrl,
      sqs: services.sqs.url,
      kms: services.kms.url,
      ssm: services.ssm.url,
      sfn: sfnUrl,
      lambda: lambdaUrl,
    },
    providers: standIns.map(({ provider, credentials }) => ({
      provider,
      standInUrl: services.providers.urlOf(provider),
      credentials: { ...credentials },
    })),
    notifier: { name: 'alchemy', url: services.notifier.url, token: notifierTokenOf(seed) },
    operator: credentialOf(callers.operator),
  }
}
