import * as z from 'zod'
import type { ErrorCode } from '../errors.ts'
import { invariant } from '../invariant.ts'
import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'
import { type Caller, type Door, type ProofNeed, visitor } from './caller.ts'
import type { Touches } from './touches.ts'

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** The successful response. */
export type Success<Output> = {
  status: 200 | 201 | 202
  schema: z.ZodType<Output>
  /** Whether it contains a secret, so that the stored reply is encrypted. */
  showsSecret?: boolean
}

type OperationDocs = {
  /** Its group in the API description. */
  tag: string
  summary: string
  description?: string
  /** A valid body, which the contract tests send. */
  example?: Record<string, unknown>
}

/**
 * Something that the service can do: route, caller, input, output, errors, what it touches, docs. The gateway, the
 * functions and their roles, the API description, the client and the contract tests are generated from it.
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
  /** As in API Gateway: `/api/v1/quotes/{id}`. */
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
  /** What its Lambda needs, if more than the default. */
  needs: Needs
  /** The entry file of an operator's operation, which it shares with others of its group. */
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

type Needs = { memoryMb?: number; timeoutSeconds?: number }

type Definition<Body, Query, Output, Sent, Name extends string> = {
  name: Name
  route: `${Method} /${string}`
  caller: Caller
  input: { body: z.ZodType<Body, Sent>; query: z.ZodType<Query> }
  output: Success<Output>
  errors?: readonly ErrorCode[]
  touches: Touches
  docs: OperationDocs
  needs?: Needs
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
  needs = {},
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
    needs,
    readsEarly,
    streaming,
    cacheControl,
  }
  return { ...given, success: output, group: null, command: null }
}

function isReadById(route: string): boolean {
  return route.startsWith('GET ') && route.endsWith('/{id}')
}

type OperatorDefinition<Input, Output, Sent, Name extends string> = {
  name: Name
  /** What the dashboard's operator must be at least. */
  role: Role
  /** Whether the request must prove who sends it; by default not. */
  proof?: ProofNeed
  /** False for what somebody needs who has to add a second factor before anything else. */
  secondFactor?: boolean
  /** Its command in the terminal; null if it is for a signed-in person only. */
  command: string | null
  /** Whether the terminal may call it; by default if it has a command. */
  terminal?: boolean
  /** False if only the terminal may do it. */
  dashboard?: boolean
  /** Whether it may take longer than API Gateway waits, which is 29 seconds. */
  inBackground?: boolean
  /** Its entry file; by default the first word of the command. */
  group?: string
  input: z.ZodType<Input, Sent>
  output: z.ZodType<Output>
  touches: Touches
  needs?: Needs
  docs: Omit<OperationDocs, 'tag'>
}

/** An operation of operators. */
export function operatorOperation<Input, Output, Sent, const Name extends string>({
  role,
  proof = 'none',
  secondFactor = true,
  command,
  terminal = command !== null,
  dashboard = true,
  inBackground = false,
  group = command?.replace(/ .*/, ''),
  input,
  output,
  docs,
  ...rest
}: OperatorDefinition<Input, Output, Sent, Name>): Operation<Input, unknown, Output, Sent, Name> {
  invariant(group !== undefined, `${rest.name} has a command or a group`)
  const doors: Door[] = []
  if (terminal) doors.push('terminal')
  if (dashboard) doors.push('dashboard')
  const defined = operation({
    ...rest,
    route: `POST /api/dashboard/${rest.name}`,
    caller: { kind: 'operator', role, proof, secondFactor, inBackground, doors },
    input: { body: input, query: z.unknown() },
    output: ok(output),
    docs: { ...docs, tag: group },
  })
  return { ...defined, group, command }
}

type VisitorDefinition<Input, Output, Sent, Name extends string> = Pick<
  OperatorDefinition<Input, Output, Sent, Name>,
  'name' | 'input' | 'output' | 'touches' | 'needs' | 'docs'
>

/** An operation of the dashboard that nobody has to be signed in for. */
export function visitorOperation<Input, Output, Sent, const Name extends string>({
  input,
  output,
  docs,
  ...rest
}: VisitorDefinition<Input, Output, Sent, Name>): Operation<Input, unknown, Output, Sent, Name> {
  return operation({
    ...rest,
    route: `POST /api/dashboard/${rest.name}`,
    caller: visitor,
    input: { body: input, query: z.unknown() },
    output: ok(output),
    docs: { ...docs, tag: 'sign-in' },
  })
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
