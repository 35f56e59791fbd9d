import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import * as z from 'zod'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { Scope } from '../../shared/kernel/scopes.ts'
import type { RunningInstance } from '../instance.ts'

export type Call = {
  id?: string
  key?: string
  query?: string
  idempotencyKey?: string
  contentType?: string
  /** Override the default headers. */
  headers?: Record<string, string>
  /** JSON unless it is text. */
  body?: unknown
}

export type ApiResponse = { status: number; headers: Headers; text: string; json: unknown }

/** Calls an operation over HTTP, without checking the response. */
export async function call(
  { baseUrl }: Pick<RunningInstance, 'baseUrl'>,
  operation: Pick<Operation, 'method' | 'path'>,
  options: Call,
): Promise<ApiResponse> {
  const { id = '', key, query, idempotencyKey, body } = options
  const contentType = options.contentType ?? (body === undefined ? undefined : 'application/json')
  const path = operation.path.replace('{id}', () => id)
  const response = await fetch(`${baseUrl}${path}${query ? `?${query}` : ''}`, {
    method: operation.method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...options.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
}

/** Creates an API key with these scopes, as the operator's terminal does. */
export async function keyWith(
  { instance }: RunningInstance,
  mode: Mode,
  scopes: readonly Scope[],
): Promise<string> {
  const client = new LambdaClient({
    endpoint: instance.awsEndpoints.lambda,
    region: 'us-east-1',
    credentials: instance.operator,
  })
  const { Payload } = await client.send(
    new InvokeCommand({
      FunctionName: 'operator-create-api-key',
      Payload: JSON.stringify({
        door: 'terminal',
        operation: 'create-api-key',
        input: { mode, name: 'contract', scopes },
      }),
    }),
  )
  client.destroy()
  const response: unknown = JSON.parse(Payload?.transformToString() ?? 'null')
  return z.object({ key: z.string() }).parse(response).key
}
