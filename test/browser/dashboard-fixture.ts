import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import * as z from 'zod'
import { dashboardFolder, docsFolder, pagesFolder } from '../../infra/build/build-pages.ts'
import { sendResponse } from '../../infra/local/gateway/send-response.ts'
import {
  findStaticFile,
  loadStaticFiles,
  pageNotFound,
} from '../../infra/local/gateway/static-files.ts'
import { listen } from '../../infra/local/http-service.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { operatorOperations } from '../../shared/operator-operations.ts'
import { visitorOperations } from '../../shared/visitor-operations.ts'

/** The output of an operation, or an error, with the status. */
export type Reply = { status: number; body: unknown }

export type DashboardFixture = {
  url: string
  /** By the name of the operation, or the path of another request. */
  replies: Map<string, Reply | 'hang' | ((input: unknown, headers: IncomingHttpHeaders) => Reply)>
  /** Names and inputs of the calls, in their order. */
  calls: { name: string; input: unknown }[]
  /** Throws if a reply was none that its operation can give. */
  close: () => Promise<void>
}

/** The operations that the dashboard can call, by name. */
export const dashboardOperations: ReadonlyMap<string, Operation> = new Map<string, Operation>(
  [...operatorOperations, ...visitorOperations].map((each) => [each.name, each]),
)

/** The dashboard as the gateway serves it, with a service whose replies a test sets. */
export async function startDashboardFixture(): Promise<DashboardFixture> {
  const files = await loadStaticFiles({
    checkout: pagesFolder,
    dashboard: dashboardFolder,
    docs: docsFolder,
  })
  const replies: DashboardFixture['replies'] = new Map()
  const calls: DashboardFixture['calls'] = []
  const impossible: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*$/, '')
    if (path.startsWith('/api/'))
      return void reply({ replies, calls, impossible, path }, request, response)
    sendResponse(response, findStaticFile(files, path) ?? pageNotFound)
  })
  const service = await listen(server, 0)
  const close = async () => {
    await service.close()
    if (impossible.length > 0) throw new Error(impossible.join('\n'))
  }
  return { url: service.url, replies, calls, close }
}

type Service = Pick<DashboardFixture, 'replies' | 'calls'> & { impossible: string[]; path: string }

/** The operator who visits, unless a test says otherwise. */
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

/** While nothing runs in the background. */
export const noWork = {
  id: null,
  operation: null,
  state: 'none',
  steps: [],
  result: null,
  error: null,
}

/** Replies to what every page asks for. */
const usual: Readonly<Record<string, Reply>> = {
  'show-dashboard': ok(signedIn),
  'list-exports': ok({ exports: [] }),
  'show-work': ok(noWork),
}

async function reply(
  { replies, calls, impossible, path }: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const name = path.replace('/api/dashboard/', '')
  const text = Buffer.concat(chunks).toString()
  const input: unknown = text === '' ? undefined : JSON.parse(text)
  calls.push({ name, input })
  const set = replies.get(name) ?? usual[name]
  const found = (typeof set === 'function' ? set(input, request.headers) : set) ?? {
    status: 404,
    body: { error: { type: 'not_found', code: 'route_not_found', message: `No ${name}.` } },
  }
  if (found === 'hang') return
  const sent = JSON.stringify(found.body)
  const problem = found.status === 200 ? problemOf(name, sent) : undefined
  if (problem) impossible.push(problem)
  response.writeHead(found.status, { 'Content-Type': 'application/json' })
  response.end(sent)
}

/** Why an output is invalid, if it is. An operation that was only started has none. */
function problemOf(name: string, sent: string): string | undefined {
  const body: unknown = JSON.parse(sent)
  if (typeof body === 'object' && body !== null && 'workId' in body) return undefined
  const { error } = dashboardOperations.get(name)?.success.schema.safeParse(body) ?? {}
  return error && `${name} never returns that: ${z.prettifyError(error)}`
}

export function ok(body: unknown): Reply {
  return { status: 200, body }
}

export function rejected(status: number, code: string, message = code): Reply {
  return { status, body: { error: { type: 'error', code, message, requestId: 'r' } } }
}

/** What the service says of a parameter that it refuses. */
export function invalid(param: string | null, message: string, code = 'parameter_invalid'): Reply {
  return { status: 400, body: { error: { type: 'invalid_request', code, message, param } } }
}
