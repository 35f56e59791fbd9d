import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import type { Config } from '../functions/config.ts'
import { serve as verifyProof } from '../functions/internal/verify-proof.ts'
import type { Role } from '../shared/kernel/roles.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { operatorOperations } from '../shared/operator-operations.ts'
import { hashPassword } from '../shared/operators/hash-password.ts'
import { passwordWrite } from '../shared/operators/store/credentials.ts'
import { cheap, password } from './operator-accounts.ts'
import { operatorFunctions } from './operator-functions.ts'
import { seededBytes } from './seeded-bytes.ts'
import { type ServiceFunctions, serviceFunctions } from './service-functions.ts'
import { signedInAs } from './signed-in.ts'

const proven = new Set(
  operatorOperations.flatMap(({ name, caller }) =>
    caller.kind === 'operator' && caller.proof !== 'none' ? [name] : [],
  ),
)

/**
 * An instance at whose dashboard somebody has just signed in; `post` calls an operation as its pages do, with their
 * password as the proof where one is needed. `verify-proof` is invoked over HTTP, as by Lambda.
 */
export async function atDashboard(role: Role) {
  const verifier: { config?: Config } = {}
  const url = await invocations(async (event) => {
    if (!verifier.config) throw new Error('the service has not started')
    return verifyProof(verifier.config)(event)
  })
  const service: ServiceFunctions = await serviceFunctions({ AWS_ENDPOINT_URL_LAMBDA: url })
  const { table, config } = service
  verifier.config = config
  const cookie = await signedInAs(table, role)
  const hash = await hashPassword(password, seededBytes('at dashboard'), cheap)
  await transact(table, [passwordWrite(`op_${role}`, hash)])
  const { post } = await operatorFunctions(config)
  const proving = (name: string, body: unknown) => ({
    cookie,
    body: proven.has(name) ? { input: JSON.stringify(body), proof: { password } } : body,
  })
  return { ...service, post: (name: string, body: unknown) => post(name, proving(name, body)) }
}

/** The URL of a server that runs a function with each event that it is invoked with. */
async function invocations(run: (event: unknown) => Promise<unknown>): Promise<string> {
  const server = createServer(async (request, response) => {
    response.end(JSON.stringify(await run(JSON.parse(await text(request)))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = z.object({ port: z.int() }).parse(server.address())
  return `http://127.0.0.1:${port}`
}
