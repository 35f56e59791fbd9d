import { join } from 'node:path'
import { functionsFolder } from '../build/build-functions.ts'
import { release } from '../build/release.ts'
import type { FunctionRow } from '../function-row.ts'
import { functions } from '../functions.ts'
import type { LocalConfig } from './config.ts'
import type { Foundation } from './foundation.ts'
import { functionEnvironment, type Surroundings } from './functions/function-environment.ts'
import {
  createFunctionHost,
  type FunctionHost,
  type HostedFunction,
} from './functions/function-host.ts'
import { standInHosts } from './providers/start-stand-ins.ts'
import { type Services, tableName } from './start-services.ts'

type Input = {
  config: LocalConfig
  foundation: Foundation
  services: Services
  machines: { url: string; machineArn: Surroundings['machineArn'] }
  prepare: (name: string) => Promise<unknown>
}

/** Hosts every function of the service with what its row grants. A function starts when it is first invoked. */
export function hostFunctions(input: Input): FunctionHost {
  const { log } = input.foundation
  const rows: [string, FunctionRow][] = Object.entries(functions)
  const surroundings = surroundingsOf(input)
  const hosted = rows.map(([name, row]): [string, HostedFunction] => {
    const credential = input.foundation.credentialOf(name)
    return [
      name,
      {
        bundlePath: join(functionsFolder, name, 'index.js'),
        memoryMb: row.memoryMb,
        timeoutSeconds: row.timeoutSeconds,
        environment: functionEnvironment(name, row, { surroundings, credential }),
      },
    ]
  })
  return createFunctionHost(new Map(hosted), {
    onOutput: log.follow,
    onFailure: log.write,
    prepare: input.prepare,
    clock: input.config.clock,
  })
}

function surroundingsOf({ config, foundation, services, machines }: Input): Surroundings {
  const lambda = `http://127.0.0.1:${foundation.ports.numbers.lambda}`
  const { dynamodbUrl, sqs, kms, ssm } = services
  return {
    tableName,
    endpoints: {
      dynamodb: dynamodbUrl,
      sqs: sqs.url,
      kms: kms.url,
      ssm: ssm.url,
      sfn: machines.url,
      lambda,
    },
    queueUrl: sqs.queueUrl,
    deadLetterQueueUrl: (queue) => sqs.queueUrl(`${queue}-dead`),
    release: release(),
    ownerMailFile: join(config.dataDir, 'owner-mails.txt'),
    machineArn: machines.machineArn,
    functionName: (name) => name,
    kmsKeyId: kms.keyId,
    seenPayoutWalletsPath: '/seen-payout-wallets/quittance/',
    policy: {
      PROVIDER_HOSTS: JSON.stringify(standInHosts(services.providers)),
      ...config.policy,
      REAL_MONEY: config.acceptsRealMoney ? 'accepted' : 'refused',
      NOTIFIER_HOSTS: JSON.stringify({ alchemy: services.notifier.url }),
    },
  }
}
