import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve as verifyProof } from '../functions/internal/verify-proof.ts'
import { hashPassword } from '../shared/admin/operators/hash-password.ts'
import { passwordWrite } from '../shared/admin/operators/store/credentials.ts'
import type { Config } from '../shared/kernel/operation/config.ts'
import type { Role } from '../shared/kernel/roles.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { operatorOperations } from '../shared/operator-operations.ts'
import { setSdkVariables } from './config.ts'
import { cheap, password } from './operator-accounts.ts'
import { operatorFunctions } from './operator-functions.ts'
import { seededBytes } from './seeded-bytes.ts'
import { listening } from './send-fixture.ts'
import { type ServiceFunctions, serviceFunctions } from './service-functions.ts'
import { signedInAs } from './signed-in.ts'

const proven: ReadonlySet<string> = new Set(
  operatorOperations.flatMap(({ name, caller }) =>
    caller.kind === 'operator' && caller.proof !== 'none' ? [name] : [],
  ),
)

type AtDashboard = {
  variables?: Readonly<Record<string, string>>
  /** Invoked functions other than `verify-proof`. */
  onInvoke?: (event: string) => Promise<undefined>
}

/**
 * An instance at whose dashboard somebody has just signed in; `post` calls an operation as its pages do, with their
 * password as the proof where one is needed. `verify-proof` is invoked over HTTP, as by Lambda.
 */
export async function atDashboard(role: Role, { variables = {}, onInvoke }: AtDashboard = {}) {
  const verifier: { config?: Config } = {}
  const url = await invocations(async (path, event) => {
    if (!path.includes('verify-proof')) return onInvoke?.(event)
    if (!verifier.config) throw new Error('the service has not started')
    return verifyProof(verifier.config)(JSON.parse(event))
  })
  const around = { ...variables, AWS_ENDPOINT_URL_LAMBDA: url }
  const service: ServiceFunctions = await serviceFunctions(around)
  const { table, config } = service
  verifier.config = config
  if (onInvoke) setSdkVariables(around)
  const cookie = await signedInAs(table, role)
  const hash = await hashPassword(password, seededBytes('at dashboard'), cheap)
  await transact(table, [passwordWrite(`op_${role}`, hash)])
  const { post, invoke } = await operatorFunctions(config)
  const proving = (name: string, body: unknown) => ({
    cookie,
    body: proven.has(name) ? { input: JSON.stringify(body), proof: { password } } : body,
  })
  return {
    ...service,
    invoke,
    post: (name: string, body: unknown) => post(name, proving(name, body)),
  }
}

/** The URL of a server that runs this for each function that is invoked, by the path of the request. */
async function invocations(
  run: (path: string, event: string) => Promise<unknown>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const result = await run(request.url ?? '', await text(request))
    response.writeHead(result === undefined ? 202 : 200).end(JSON.stringify(result))
  })
  return `http://127.0.0.1:${await listening(server)}`
}
