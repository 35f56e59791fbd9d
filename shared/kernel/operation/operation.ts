import * as z from 'zod'
import type { ErrorCode } from '../errors.ts'
import { invariant } from '../invariant.ts'
import type { Scope } from '../scopes.ts'
import type { ReplyVault } from '../sealed.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { Touches } from './touches.ts'

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

export type Success<Output> = {
  status: 200 | 201 | 202
  schema: z.ZodType<Output>
  /** If it contains a secret: encrypts the stored reply, and decrypts it for a repeated request. */
  sealedBy?: (config: Config) => ReplyVault
}

export type OperationDocs = {
  /** Its group in the API description. */
  tag: string
  summary: string
  description?: string
  /** A valid body, which the contract tests send. */
  example?: Record<string, unknown>
}

/**
 * Something that the service can do: route, caller, input, output, errors, access, docs. The gateway, the functions and
 * their roles, the API description, the client and the contract tests are generated from it.
 */
export type Operation<
  Body = unknown,
  Query = unknown,
  Output = unknown,
  Sent = unknown,
  Name extends string = string,
> = {
  /** The name of its Lambda, such as `create-quote`. */
  name: Name
  method: Method
  /** In API Gateway's syntax: `/api/v1/quotes/{id}`. */
  path: string
  caller: Caller
  /** `Sent` is what callers send; `Body` has the defaults as well. */
  body: z.ZodType<Body, Sent>
  query: z.ZodType<Query>
  success: Success<Output>
  /** Errors beyond those that every operation of its kind can return. */
  errors: readonly ErrorCode[]
  touches: Touches
  docs: OperationDocs
  /** Its Lambda's limits, if they differ from the default. */
  limits: Limits
  /** For an operator's operation: the first word of its command, such as `keys`. */
  group: string | null
  /** Its command in the terminal, such as `keys create`; only operator operations have one. */
  command: string | null
  /** Starts to read while the rate limit is still being checked, and awaits `admitted` before it changes anything. */
  readsEarly: boolean
  /** The response is a stream of server-sent events. */
  streaming: boolean
  /** The response has this header and a tag, and callers needn't load it again that have it; null for most. */
  cacheControl: string | null
}

export type Limits = { memoryMb?: number; timeoutSeconds?: number }

export type Definition<Body, Query, Output, Sent, Name extends string> = {
  name: Name
  route: `${Method} /${string}`
  caller: Caller
  input: { body: z.ZodType<Body, Sent>; query: z.ZodType<Query> }
  output: Success<Output>
  errors?: readonly ErrorCode[]
  touches: Touches
  docs: OperationDocs
  limits?: Limits
  /** By default true for operations that read one resource by its id. */
  readsEarly?: boolean
  streaming?: boolean
  cacheControl?: string | null
}

/** Accepts neither body nor query parameters; spread it and name the one that is accepted. */
export const noInput = { body: z.undefined(), query: z.strictObject({}) } as const

export function operation<Body, Query, Output, Sent, const Name extends string>({
  route,
  input,
  output,
  errors = [],
  limits = {},
  readsEarly = isReadById(route),
  streaming = false,
  cacheControl = null,
  ...rest
}: Definition<Body, Query, Output, Sent, Name>): Operation<Body, Query, Output, Sent, Name> {
  const [verb, path = ''] = route.split(' ')
  const method = methods.find((known) => known === verb)
  invariant(method, `${route} begins with a method`)
  const given = {
    ...rest,
    ...input,
    method,
    path,
    errors,
    limits,
    readsEarly,
    streaming,
    cacheControl,
  }
  return { ...given, success: output, group: null, command: null }
}

function isReadById(route: string): boolean {
  return route.startsWith('GET ') && route.endsWith('/{id}')
}

export function ok<Output>(schema: z.ZodType<Output>): Success<Output> {
  return { status: 200, schema }
}

export function created<Output>(schema: z.ZodType<Output>): Success<Output> {
  return { status: 201, schema }
}

export function accepted<Output>(schema: z.ZodType<Output>): Success<Output> {
  return { status: 202, schema }
}

/** Whether it supports `Idempotency-Key`: every merchant operation that changes something. */
export function isIdempotent({ method, caller }: Pick<Operation, 'method' | 'caller'>): boolean {
  return caller.kind === 'merchant' && method !== 'GET'
}

/** The scope that a merchant operation requires of the API key, if any. */
export function scopeOf({ name, caller }: Pick<Operation, 'name' | 'caller'>): Scope | undefined {
  invariant(caller.kind === 'merchant', `${name} is a merchant operation`)
  return caller.scope === 'any' ? undefined : caller.scope
}

/** `createQuote` for `create-quote`: its `operationId`, and its name in code. */
export function operationId({ name }: Pick<Operation, 'name'>): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}
