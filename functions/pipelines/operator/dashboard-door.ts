import middy from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { explainUnreadable } from '../../../shared/admin/health/explain-unreadable.ts'
import { schemeOf, signInCookieIn } from '../../../shared/admin/operators/rules/sign-in-cookie.ts'
import { findSignIn, noteSeen } from '../../../shared/admin/operators/store/sign-ins.ts'
import { type Exchange, exchangeOf } from '../../../shared/http/exchange.ts'
import { type HttpResponse, header, jsonResponse } from '../../../shared/http/http-message.ts'
import { jsonBody } from '../../../shared/http/json-body.ts'
import { parseWith } from '../../../shared/http/parse-with.ts'
import { requireDashboardPage } from '../../../shared/http/require-dashboard-page.ts'
import { admitOperator, type DashboardExchange } from '../../../shared/http/steps/admit-operator.ts'
import { errorResponses } from '../../../shared/http/steps/error-responses.ts'
import { privateResponses } from '../../../shared/http/steps/private-responses.ts'
import { responseHeaders } from '../../../shared/http/steps/response-headers.ts'
import { visitLimiter } from '../../../shared/http/visit-limiter.ts'
import { invariant } from '../../../shared/kernel/invariant.ts'
import { withAudit } from '../../../shared/kernel/operation/audit.ts'
import { commit } from '../../../shared/kernel/operation/commit.ts'
import type { OperatorOperation } from '../../../shared/kernel/operation/operator-operation.ts'
import type { OperatorRequest, Visit } from '../../../shared/kernel/operation/operator-request.ts'
import { type SideNote, writeSideNote } from '../../../shared/kernel/operation/side-note.ts'
import { presentDashboardError } from '../../../shared/kernel/wire/error.ts'
import { addFacts } from '../../../shared/log/facts.ts'
import { sideNote } from '../../../shared/log/side-note.ts'
import { clientOf, withCookies } from '../cookie-headers.ts'
import { earlyTimeout } from '../early-timeout.ts'
import { logFailure } from '../log-failure.ts'
import { withRequestFacts } from '../request-facts.ts'
import type { OperatorPipelineDeps } from './operator-pipeline-deps.ts'
import { requireOpenIntake } from './require-open-intake.ts'
import { askedIn, requireProof } from './require-proof.ts'

/** More than the largest logo in base64, and a proof. */
const maxBytes = 256 * 1024

/**
 * Serves a signed-in operator: the page's own site, sign-in and role, input, proof, and one commit. The response may
 * change the cookie.
 */
export function dashboardDoor<Services, Input, Output>(
  operation: OperatorOperation<Services, Input, Output>,
  services: OperatorPipelineDeps & NoInfer<Services>,
) {
  const { caller, success } = operation
  invariant(caller.kind === 'operator', `${operation.name} is an operators' operation`)

  async function carryOut(exchange: DashboardExchange): Promise<HttpResponse> {
    const { event } = exchange
    const visit = visitOf(services, exchange)
    addFacts({ operation: operation.name })
    const findActor = async () => actorOf(visit)
    const asked = askedIn(jsonBody(event, { maxBytes }), operation)
    const input = parseWith(operation.body, asked.input)
    await requireOpenIntake(services.table, operation, input)
    await requireProof(services.verifyProof, operation, { visit, asked })
    const request: OperatorRequest<Input> = { input, findActor, visit }
    const [{ result, cookie }] = await Promise.all([
      commit(services.table, async () => {
        const decided = await operation.run(services, request)
        const { result, cookie, ...decision } = await withAudit(services, decided, findActor)
        return { ...decision, result: { result, cookie } }
      }),
      writeSideNote(seen(services, visit)),
    ])
    const response = jsonResponse(success.status, JSON.stringify(success.schema.parse(result)))
    return withCookies(response, event, cookie)
  }

  const pipeline = middy<DashboardExchange, HttpResponse>(carryOut, earlyTimeout)
    .use(responseHeaders())
    .use(
      errorResponses({
        onFailure: logFailure,
        explain: explainUnreadable,
        present: presentDashboardError,
      }),
    )
    .use(privateResponses())
    .use({ before: ({ event: { event } }) => requireDashboardPage(event) })
    .use(admitOperator((exchange) => signInOf(services, exchange), caller))
  return withRequestFacts<HttpResponse>((event: APIGatewayProxyEvent, context: Context) =>
    pipeline(exchangeOf(event), context),
  )
}

function signInOf({ table, now }: OperatorPipelineDeps, { event }: Exchange) {
  return findSignIn(table, cookieOf(event), now())
}

function cookieOf(event: APIGatewayProxyEvent): string | undefined {
  return signInCookieIn(header(event, 'cookie'), schemeOf(header(event, 'origin')))
}

function visitOf(services: OperatorPipelineDeps, { event, signIn }: DashboardExchange): Visit {
  invariant(signIn, 'the operator is admitted by now')
  return {
    signIn,
    client: clientOf(event),
    cookie: cookieOf(event) ?? '',
    origin: header(event, 'origin'),
    limit: visitLimiter(services),
  }
}

function actorOf({ signIn: { operator }, client }: Visit) {
  const { id, email } = operator
  return { kind: 'operator', id, email, address: client.address } as const
}

function seen({ table, now }: OperatorPipelineDeps, { signIn }: Visit): SideNote {
  return sideNote('last seen', () => noteSeen(table, signIn, now()))
}
