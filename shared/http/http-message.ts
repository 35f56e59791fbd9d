import type { APIGatewayProxyEvent } from 'aws-lambda'

/** The response of a function behind API Gateway. */
export type HttpResponse = {
  statusCode: number
  headers: Record<string, string>
  /** Headers that occur more than once. */
  multiValueHeaders?: Record<string, string[]>
  body: string
}

/** The value of a request header, whatever its case; undefined if it is absent. */
export function header({ headers }: APIGatewayProxyEvent, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === wanted)?.[1]
}

export function jsonResponse(statusCode: number, body: string): HttpResponse {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return { statusCode, headers, body }
}
