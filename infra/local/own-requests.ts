import type { IncomingHttpHeaders, RequestListener } from 'node:http'

const ownHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** Whether a request names this machine: a web page reaches it by a name of its own that leads here. */
export function namesThisMachine({ host = '' }: IncomingHttpHeaders): boolean {
  return ownHost.test(host)
}

/** Refuses requests that name neither this machine nor one of `otherHosts`, with their port unless it is the usual one. */
export function ownRequests(
  handle: RequestListener,
  otherHosts: () => Promise<readonly string[]> = async () => [],
): RequestListener {
  const isOwn = async (headers: IncomingHttpHeaders) =>
    namesThisMachine(headers) || (await otherHosts()).includes(headers.host?.toLowerCase() ?? '')
  return (request, response) => {
    isOwn(request.headers).then(
      (own) => {
        if (own) return handle(request, response)
        response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' }).end(foreign)
      },
      (error: unknown) => {
        console.error(error)
        response.writeHead(503).end()
      },
    )
  }
}

const foreign =
  'This instance has another name. Open it at localhost, or give it this one: npm run operate -- settings move --base-url https://HOST\n'
