import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SNSClient } from '@aws-sdk/client-sns'
import { functions } from '../functions.ts'
import { OperateError } from '../operate/operate-error.ts'
import { operatorFunctions } from '../operate/operator-functions.ts'
import { availableConcurrency } from './account-limits.ts'
import { adoptKey } from './adopt-key.ts'
import { alarmNotes } from './alarm-notes.ts'
import { describePlan } from './describe-plan.ts'
import { readNetworkSeed } from './network-seed.ts'
import { prefixProblem } from './prefix-problem.ts'
import { readContext } from './read-context.ts'
import type { Place } from './read-references.ts'
import { refreshReferences, requireSameData } from './refresh-references.ts'
import { registerUrl } from './register-url.ts'
import { requireTable } from './require-table.ts'
import { functionsOf } from './service.ts'
import { readSettings, type Settings } from './settings.ts'
import { visitorLimitNotes } from './visitor-limit-note.ts'

const switchOption = '--switch-table='

/** Runs the CDK's command. Throws an `OperateError` if it fails. */
type RunCdk = (args: readonly string[]) => Promise<void>

/**
 * Shares out the account's quota, deploys every stack, and registers the service's URL. Arguments go to `cdk deploy`, except
 * for `--switch-table=NAME`.
 */
export async function deployStacks(given: readonly string[], runCdk: RunCdk): Promise<string> {
  const args = given.filter((arg) => !arg.startsWith(switchOption))
  const [switchTable] = given.flatMap((arg) => arg.split(switchOption).slice(1))
  const settings = await ownSettings(args)
  const quota =
    settings.concurrentExecutions ??
    (await availableConcurrency(new LambdaClient(), settings.prefix))
  for (const line of describePlan(quota)) console.warn(`Note: ${line}\n`)
  const place = { prefix: settings.prefix, region: await new LambdaClient().config.region() }
  await prepareData(place, { ...settings, concurrentExecutions: quota }, switchTable)
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const outputsFile = join(folder, 'outputs.json')
    const seedFile = join(folder, 'networks.json')
    const context = ['-c', `networkSeedFile=${seedFile}`, '-c', `concurrentExecutions=${quota}`]
    await runCdk(['deploy', '--all', '--outputs-file', outputsFile, ...context, ...args])
    await refreshReferences(place, (stack, more) => {
      const added = Object.entries(more).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      return runCdk(['deploy', stack, '--exclusively', ...context, ...added, ...args])
    })
    const outputs = JSON.parse(await readFile(outputsFile, 'utf8'))
    const summary = await registerUrl(outputs, connect, await readNetworkSeed(seedFile))
    const notes = await alarmNotes(new SNSClient(), { ...settings, outputs })
    const unused = await visitorLimitNotes(place, settings.visitorLimit)
    return [summary, ...notes, ...unused].join('\n\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Throws an `OperateError` if the functions should not or could not use the table and the key of the settings. */
async function prepareData(place: Place, settings: Settings, switchTable: string | undefined) {
  const { prefix, tableName, keyArn } = settings
  await requireSameData(place, settings)
  await requireTable(place, { tableName, switchTable }, new DynamoDBClient())
  if (keyArn === undefined) return
  await adoptKey({ keyArn, prefix, functions: functionsOf({ functions }, settings) })
}

/** Those of the context. `concurrentExecutions` is undefined unless the owner has set it. */
async function ownSettings(args: readonly string[]) {
  const context = await readContext(args)
  const settings = readSettings((name) => context[name])
  const problem = prefixProblem(settings.prefix, Object.keys(functions))
  if (problem !== undefined) throw new OperateError(problem)
  const isSet = context['concurrentExecutions'] !== undefined
  return { ...settings, concurrentExecutions: isSet ? settings.concurrentExecutions : undefined }
}

const connect = (functionPrefix: string) => operatorFunctions({ dataDir: '', functionPrefix })
