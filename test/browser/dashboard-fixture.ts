import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { dashboardFolder, docsFolder, pagesFolder } from '../../infra/build/build-pages.ts'
import { sendResponse } from '../../infra/local/gateway/send-response.ts'
import {
  findStaticFile,
  loadStaticFiles,
  pageNotFound,
} from '../../infra/local/gateway/static-files.ts'
import { listen } from '../../infra/local/http-service.ts'

/** What an operation responds: its output, or an error with its status. */
export type Reply = { status: number; body: unknown }

export type DashboardFixture = {
  url: string
  /** By the name of the operation, or the path of another request. */
  replies: Map<string, Reply | 'hang' | ((input: unknown, headers: IncomingHttpHeaders) => Reply)>
  /** Names and inputs of the calls, in their order. */
  calls: { name: string; input: unknown }[]
  close: () => Promise<void>
}

/** The dashboard as the gateway serves it, with a service whose replies a test sets. */
export async function startDashboardFixture(): Promise<DashboardFixture> {
  const files = await loadStaticFiles({
    checkout: pagesFolder,
    dashboard: dashboardFolder,
    docs: docsFolder,
  })
  const replies: DashboardFixture['replies'] = new Map()
  const calls: DashboardFixture['calls'] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*$/, '')
    if (path.startsWith('/api/')) return void reply({ replies, calls, path }, request, response)
    sendResponse(response, findStaticFile(files, path) ?? pageNotFound)
  })
  const service = await listen(server, 0)
  return { url: service.url, replies, calls, close: service.close }
}

type Service = Pick<DashboardFixture, 'replies' | 'calls'> & { path: string }

async function reply(
  { replies, calls, path }: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const name = path.replace('/api/dashboard/', '')
  const text = Buffer.concat(chunks).toString()
  const input: unknown = text === '' ? undefined : JSON.parse(text)
  calls.push({ name, input })
  const set = replies.get(name)
  const found = (typeof set === 'function' ? set(input, request.headers) : set) ?? {
    status: 404,
    body: { error: { type: 'not_found', code: 'route_not_found', message: `No ${name}.` } },
  }
  if (found === 'hang') return
  response.writeHead(found.status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(found.body))
}

export function ok(body: unknown): Reply {
  return { status: 200, body }
}

export function rejected(status: number, code: string, message = code): Reply {
  return { status, body: { error: { type: 'error', code, message, requestId: 'r' } } }
}
