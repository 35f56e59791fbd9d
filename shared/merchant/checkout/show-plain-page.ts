import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { documentOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import { type RequestScanDeps, requestScan } from '../../payments/ledger/scanning/request-scan.ts'
import { pageServices } from './page-services.ts'
import { plainPage, plainPageHeaders, plainProblem } from './plain-page.ts'
import {
  chainOf,
  type PresentSessionDeps,
  sessionOnPage,
  sessionPresenter,
} from './present-session.ts'

export const showPlainPage = documentOperation({
  name: 'show-plain-page',
  route: 'GET /api/checkout/sessions/{id}/plain',
  input: pageInput,
  output: ok(z.string()),
  touches: { table: 'read', counts: true, sends: ['scans'] },
  docs: {
    tag: 'Checkout',
    summary: 'Show a session to a browser without JavaScript',
    description: 'It creates nothing. While the session is open, its address is scanned.',
  },
  needs: pageServices,
  async run(services: PresentSessionDeps & RequestScanDeps, { id }) {
    try {
      const session = await sessionOnPage(services.table, id)
      if (!session.closedAt) {
        await requestScan(services, session, {
          asker: 'page',
          everyMs: chainOf(session).blockTimeMs,
        })
      }
      const present = await sessionPresenter(services, session)
      return { status: 200, headers: plainPageHeaders, body: plainPage(present(session)) }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'resource_not_found') throw error
      return { status: 404, headers: plainPageHeaders, body: plainProblem('Payment not found') }
    }
  },
})
