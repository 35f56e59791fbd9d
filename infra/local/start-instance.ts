import { setTimeout } from 'node:timers/promises'
import { keptBriefly } from '../../shared/kernel/kept-briefly.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { testNetworks } from '../../shared/payments/networks/test-networks.ts'
import { getSettings } from '../../shared/records/settings/get-settings.ts'
import { buildApart } from '../build/build-apart.ts'
import {
  buildPagesIfChanged,
  dashboardFolder,
  docsFolder,
  pagesFolder,
} from '../build/build-pages.ts'
import { functions } from '../functions.ts'
import type { CallOperator } from '../operate/call-operator.ts'
import { probeLines } from '../operate/probe-lines.ts'
import { allStarted } from './all-started.ts'
import { fund } from './chains/fund.ts'
import { startNotifier } from './chains/notifier/start-notifier.ts'
import { takeBack } from './chains/take-back.ts'
import type { LocalConfig } from './config.ts'
import { type Foundation, prepareFoundation } from './foundation.ts'
import { bundlesOnDemand } from './functions/bundles-on-demand.ts'
import type { FunctionHost } from './functions/function-host.ts'
import { startInvokeApi } from './functions/invoke-api.ts'
import { mayInvoke } from './functions/may-invoke.ts'
import { workerCode } from './functions/worker-code.ts'
import { startGateway } from './gateway/gateway.ts'
import { routesOf } from './gateway/route.ts'
import { loadStaticFiles } from './gateway/static-files.ts'
import { avoidUsedAddresses, findsIn } from './indices/avoid-used-addresses.ts'
import type { Begun } from './indices/index-blocks.ts'
import { keepAvoiding } from './indices/keep-avoiding.ts'
import { startNotices } from './indices/start-notices.ts'
import { instanceContents } from './instance-contents.ts'
import { type InstanceFile, removeInstanceFile, writeInstanceFile } from './instance-file.ts'
import { refuseRealMoney } from './real-money.ts'
import { fundGasWallets } from './seed/fund-gas-wallets.ts'
import { newSetupToken } from './seed/new-setup-token.ts'
import { operatorAtStartup } from './seed/operator-at-startup.ts'
import { type Seed, saveSeed } from './seed/seed-file.ts'
import { type ApiKeys, seedInstance } from './seed/seed-instance.ts'
import { seedLocalNetworks } from './seed/seed-local-networks.ts'
import { seedProviders } from './seed/seed-providers.ts'
import type { Shutdown } from './shutdown.ts'
import { hostFunctions } from './start-functions.ts'
import { startMachines } from './start-machines.ts'
import { type Services, startServices } from './start-services.ts'
import { startTriggers } from './start-triggers.ts'

export type StartedInstance = {
  file: InstanceFile
  logPath: string
  /** Things the user should know about the data folder, one sentence each. */
  notices: readonly string[]
  /** Returns one sentence for each difference between the chains' nodes and the registry. */
  probeChains: () => Promise<string[]>
  invoke: FunctionHost['invoke']
  call: CallOperator
}

/**
 * Starts the whole service. `shutdown` ends everything that was started, even if the start fails. `say` prints what
 * takes a while when it begins.
 */
export async function startInstance(
  config: LocalConfig,
  shutdown: Shutdown,
  say: (step: string) => void = () => undefined,
): Promise<StartedInstance> {
  say('Starting the local chains and services …')
  const foundation = await prepareFoundation(config, shutdown)
  // Machines invoke functions and functions start machines, so resumed executions wait until both are ready.
  const hosting = Promise.withResolvers<FunctionHost>()
  const [services, machines, bundles] = await allStarted([
    startServices({ config, foundation, shutdown, onWallet: () => undefined }),
    startMachines({ config, foundation, shutdown, host: hosting.promise }),
    bundlesOnDemand(say),
    buildPagesIfChanged(() => buildingPages(say)),
    workerCode(),
  ])
  await refuseRealMoney(services.table, config.acceptsRealMoney)
  const begun = await services.indices.begin()
  const notices = startNotices(begun, config.dataDir)
  const host = hostFunctions({ config, foundation, services, machines, prepare: bundles.prepare })
  shutdown.add('functions', host.close)
  hosting.resolve(host)

  const call = operatorAtStartup(host.invoke)
  const context = { config, foundation, services, host, call, shutdown }
  const { baseUrl, lambdaUrl } = await startServers(context)
  await seedLocalNetworks(call, services.chains)
  say('Checking the networks, wallet and keys …')
  const apiKeys = config.seed ? await seed(context, baseUrl) : null
  const setupToken = config.seed ? undefined : await newSetupToken(call)
  startNotifications(context)
  if (config.seed) await registerAddresses(context)
  startTriggers(context)
  startAvoiding(context, begun)
  const sfnUrl = machines.url
  const file = instanceContents(context, { baseUrl, lambdaUrl, sfnUrl, apiKeys, setupToken })
  shutdown.add('readiness', () => removeInstanceFile(config.dataDir))
  await writeInstanceFile(config.dataDir, file)
  void bundles.buildRest().catch((error: unknown) => {
    warn(foundation, 'functions', error instanceof Error ? error.message : String(error))
  })
  const probe = async () => probeLines(await call(testNetworks))
  return {
    file,
    logPath: foundation.log.path,
    notices,
    probeChains: probe,
    invoke: host.invoke,
    call,
  }
}

function buildingPages(say: (step: string) => void): Promise<void> {
  say('Building the pages, as their sources are new or have changed …')
  return buildApart('pages')
}

type Context = {
  config: LocalConfig
  foundation: Foundation
  services: Services
  host: FunctionHost
  call: CallOperator
  shutdown: Shutdown
}

async function startServers({ config, foundation, services, host, call, shutdown }: Context) {
  const { trustedProxies } = config
  const { ports, log, credentialOf } = foundation
  const pages = await loadStaticFiles({
    checkout: pagesFolder,
    dashboard: dashboardFolder,
    docs: docsFolder,
  })
  const routes = routesOf(functions)
  const onProblem = (text: string) => log.write('gateway', text)
  const now = () => new Date()
  const invokeApi = await startInvokeApi(
    { host, isAllowed: (call) => mayInvoke(call, credentialOf), onProblem },
    { port: await ports.take('lambda') },
  )
  shutdown.add('gateway', invokeApi.close)
  const gateway = await startGateway(
    {
      host,
      routes,
      pages,
      now,
      onProblem,
      trustedProxies,
      ...testWallet(services),
      otherHosts: hostOfBaseUrl(call, onProblem),
    },
    { port: await ports.take('gateway') },
  )
  shutdown.add('gateway', gateway.close)
  return { baseUrl: `http://localhost:${gateway.port}`, lambdaUrl: invokeApi.url }
}

/** A reverse proxy's requests have this host, so the settings are not read for each of them. */
function hostOfBaseUrl(call: CallOperator, onProblem: (text: string) => void) {
  const settingsOf = keptBriefly((mode) => call(getSettings, { mode }), {
    onFailure: (error) => onProblem(`base URL: ${error}`),
  })
  return async (): Promise<string[]> => {
    const { baseUrl } = await settingsOf('live')
    return [new URL(baseUrl).host]
  }
}

function testWallet({ chains }: Services) {
  const chain = chains.find(({ mode }) => mode === 'test')
  return chain && { testWallet: { chain, fund, takeBack } }
}

async function seed(
  { config, foundation, services, call }: Context,
  baseUrl: string,
): Promise<ApiKeys> {
  const payoutWallets = services.chains.map(({ mode, chainId, payoutAddress }) => ({
    mode,
    chainId,
    address: payoutAddress,
  }))
  await fundGasWallets(foundation.seed, services.chains)
  const save = (changed: Seed) => saveSeed(config.dataDir, changed)
  const apiKeys = await seedInstance(
    { call, save },
    { seed: foundation.seed, baseUrl, payoutWallets },
  )
  // Other hosts than the stand-ins don't know these accounts.
  if (!foundation.seed.hasProviders && config.policy['PROVIDER_HOSTS'] === undefined) {
    await seedProviders(call)
    await save({ ...foundation.seed, apiKeys, mnemonicIsNew: false, hasProviders: true })
  }
  return apiKeys
}

function warn({ log }: Foundation, source: string, text: string): void {
  console.warn(text)
  log.write(source, text)
}

/** A folder that others may have used since could assign addresses again that they have assigned. */
function startAvoiding({ host, foundation, services, shutdown }: Context, begun: Begun[]): void {
  const ending = new AbortController()
  const finds = findsIn(services.ssm.parameters, services.kms.keyId)
  const invoke = async (name: string, event: unknown): Promise<unknown> => {
    const invocation = await host.invoke(name, event)
    if (invocation.outcome === 'answered') return JSON.parse(invocation.payload)
    throw new Error(invocation.error.errorMessage)
  }
  const deps = { invoke, finds, now: () => new Date() }
  const avoid = (mode: Mode) => avoidUsedAddresses(deps, mode)
  const pause = (ms: number, signal: AbortSignal) =>
    setTimeout(ms, undefined, { signal, ref: false })
  const say = (text: string) => warn(foundation, 'indices', text)
  for (const { mode, mayLack } of begun) {
    if (mayLack) void keepAvoiding({ avoid, warn: say, pause, signal: ending.signal }, mode)
  }
  shutdown.add('triggers', () => ending.abort())
}

/** Notifiers then also notify the service of the first payment. */
async function registerAddresses({ host }: Context): Promise<void> {
  await Promise.all(modes.map((mode) => host.invoke('sync-notifiers', { mode })))
}

function startNotifications({ config, foundation, services, shutdown }: Context): void {
  const { log, seed } = foundation
  const notifier = startNotifier(
    {
      chains: services.chains,
      webhooks: services.notifier.registry.list,
      loss: config.notifierLoss,
      seed: seed.setupToken,
    },
    { now: () => new Date(), report: (text) => log.write('notifier', text) },
  )
  shutdown.add('triggers', notifier.stop)
}
