import { type App, type Stack, Tags } from 'aws-cdk-lib'
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway'
import type { FunctionRow } from '../function-row.ts'
import { OperateError } from '../operate/operate-error.ts'
import { type ApiName, planConcurrency } from './concurrency-plan.ts'
import { namesOf } from './constructs/names.ts'
import type { Deployment } from './constructs/service-function.ts'
import { walletFunctions } from './constructs/wallet-watch.ts'
import { hasGlobalRegion } from './global-region.ts'
import { prefixProblem } from './prefix-problem.ts'
import type { Settings } from './settings.ts'
import { requireSigned } from './signed-code.ts'
import { ApiStack, type ApiStackProps } from './stacks/api-stack.ts'
import { DashboardStack } from './stacks/dashboard-stack.ts'
import { FoundationStack } from './stacks/foundation-stack.ts'
import { IamEventsStack, isFarFromIam } from './stacks/iam-events-stack.ts'
import { OperatorStack } from './stacks/operator-stack.ts'
import { PagesStack } from './stacks/pages-stack.ts'
import { VisitorLimitStack } from './stacks/visitor-limit-stack.ts'
import { WorkersStack } from './stacks/workers-stack.ts'

export type ServiceTables = {
  functions: Readonly<Record<string, FunctionRow>>
  /** Returns the folder of a function's bundle. */
  bundleOf: (name: string) => string
}

/** The owner's settings, and the Region of the deployment if it is known. */
type Placed = Settings & { homeRegion?: string | undefined }

export function buildService(
  app: App,
  tables: ServiceTables,
  { homeRegion, ...settings }: Placed,
): Stack[] {
  const problem = prefixProblem(settings.prefix, Object.keys(tables.functions))
  if (problem !== undefined) throw new OperateError(problem)
  const concurrency = planConcurrency(settings.concurrentExecutions)
  const functions = functionsOf(tables, settings)
  requireSigned(settings.signedCode, walletFunctions(functions))
  const { bundleOf } = tables
  const names = namesOf(settings.prefix)
  const foundation = new FoundationStack(app, { names, functions, settings })
  const deployment: Deployment = {
    names,
    tableName: foundation.tableName,
    tableArn: foundation.tableArn,
    keyArn: foundation.keyArn,
    concurrency,
    signedCode: settings.signedCode,
    bundleOf,
  }
  const workers = new WorkersStack(app, { functions, deployment })
  const operator = new OperatorStack(app, {
    functions,
    deployment,
    name: 'operator',
    description: 'Functions of the terminal and the dashboard that run the instance',
    has: (row) => isForOperators(row) && isOfInstance(row),
  })
  const desk = new OperatorStack(app, {
    functions,
    deployment,
    name: 'operator-payments',
    description: 'Functions of the terminal and the dashboard about payments and merchants',
    has: (row) => isForOperators(row) && !isOfInstance(row),
  })
  const { api, checkout, callbacks } = apiStacks(app, { functions, deployment })
  const dashboard = new DashboardStack(app, {
    functions,
    deployment,
    serves: ({ resource }) => isOfDashboard(resource),
  })
  for (const stack of [operator, desk]) dashboard.addStackDependency(stack)
  const { visitorLimit: limit } = settings
  const limits =
    limit === undefined || !hasGlobalRegion(homeRegion)
      ? []
      : [new VisitorLimitStack(app, { names, homeRegion, limit })]
  const pages = new PagesStack(app, {
    names,
    domain: domainOf(settings),
    originKey: settings.originKey,
    webAclArn: limits[0]?.webAclArn ?? settings.webAclArn,
    hstsPreload: settings.hstsPreload,
    securityContact: settings.securityContact,
    apiIds: settings.apiIds ?? idsOf({ api, checkout, dashboard, callbacks }),
  })
  const far = isFarFromIam(homeRegion) ? [new IamEventsStack(app, { names, homeRegion })] : []
  const apis = [api, checkout, callbacks, dashboard]
  for (const stack of limits) pages.addStackDependency(stack)
  const stacks = [foundation, workers, operator, desk, ...apis, pages, ...far, ...limits]
  const tags = { ...settings.tags, service: settings.prefix }
  for (const stack of stacks) {
    for (const [key, value] of Object.entries(tags)) Tags.of(stack).add(key, value)
  }
  // Gateway logging and the alarm topic exist only after the foundation.
  for (const stack of stacks.slice(1)) stack.addStackDependency(foundation)
  return stacks
}

function apiStacks(app: App, made: Pick<ApiStackProps, 'functions' | 'deployment'>) {
  return {
    api: new ApiStack(app, {
      ...made,
      name: 'api',
      serves: ({ resource }) => isPublic(resource),
      impact: 'Shops cannot create or retrieve checkout sessions, so their customers cannot pay.',
    }),
    checkout: new ApiStack(app, {
      ...made,
      name: 'checkout',
      serves: ({ resource }) =>
        !isPublic(resource) && !isOfDashboard(resource) && !isCallback(resource),
      impact: 'Customers see an error instead of their payment, or its status no longer updates.',
    }),
    callbacks: new ApiStack(app, {
      ...made,
      name: 'callbacks',
      serves: ({ resource }) => isCallback(resource),
      impact: undefined,
    }),
  }
}

function idsOf(apis: Record<ApiName, { restApi: SpecRestApi }>): Record<ApiName, string> {
  return {
    api: apis.api.restApi.restApiId,
    checkout: apis.checkout.restApi.restApiId,
    dashboard: apis.dashboard.restApi.restApiId,
    callbacks: apis.callbacks.restApi.restApiId,
  }
}

/** A page whose stream is missing polls. */
function withoutStreams(functions: ServiceTables['functions']): ServiceTables['functions'] {
  const isStreaming = ({ trigger }: FunctionRow) => trigger.kind === 'route' && trigger.streaming
  return Object.fromEntries(Object.entries(functions).filter(([, row]) => !isStreaming(row)))
}

export function functionsOf(
  { functions }: Pick<ServiceTables, 'functions'>,
  { concurrentExecutions }: Pick<Settings, 'concurrentExecutions'>,
): ServiceTables['functions'] {
  const { streams } = planConcurrency(concurrentExecutions)
  return streams > 0 ? functions : withoutStreams(functions)
}

function isPublic(resource: string): boolean {
  return resource.startsWith('/api/v1/')
}

function isOfDashboard(resource: string): boolean {
  return resource.startsWith('/api/dashboard/')
}

/** Requests of providers and notifiers, which must get through whatever visitors do. */
function isCallback(resource: string): boolean {
  return /^\/api\/(chain|providers)\//.test(resource)
}

function isForOperators({ trigger }: FunctionRow): boolean {
  return trigger.kind === 'operator' || (trigger.kind === 'route' && isOfDashboard(trigger.path))
}

/**
 * Operators' functions are in two stacks, because a stack has at most 500 resources: those of the instance, which grow
 * slowly, and all others.
 */
function isOfInstance({ entry, group = '' }: FunctionRow): boolean {
  return entry.startsWith('functions/visitor/') || ofInstance.has(group)
}

/** Groups of operators' operations. */
const ofInstance = new Set([
  ...['account', 'operators', 'people', 'audit', 'health', 'settings', 'setup', 'setup-token'],
  ...['keys', 'networks', 'notifiers', 'integrations', 'wallet', 'payout-wallets', 'restore'],
])

function domainOf({ domain, certificateArn }: Settings) {
  return domain !== undefined && certificateArn !== undefined
    ? { name: domain, certificateArn }
    : undefined
}
