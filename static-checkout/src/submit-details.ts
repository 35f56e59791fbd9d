import type {
  CheckoutView,
  SubmitDetailsBody,
} from '../../shared/merchant/checkout/wire/checkout.ts'
import { sendDetails } from './api.ts'
import type { DetailsField, DetailsStep } from './customer-steps.ts'
import { lockOnlyPrice } from './lock-price.ts'
import { rejectionOf } from './rejection.ts'
import type { Result } from './request.ts'
import type { Action } from './state.ts'
import { text } from './texts/text.ts'

type Dispatch = (action: Action) => void

/** Sends the customer's details. The service validates every field; an obviously wrong email is caught before. */
export async function submitDetails(
  id: string,
  details: SubmitDetailsBody,
  dispatch: Dispatch,
): Promise<void> {
  const setStep = (to: DetailsStep) => dispatch({ type: 'detailsStepChanged', to })
  if (!/^\S+@\S+$/.test(details.email)) return setStep({ kind: 'invalid', field: 'email' })
  setStep({ kind: 'sent' })
  const result = await sendDetails(id, details)
  if (result.kind !== 'ok') return setStep(await failedStep(id, result, dispatch))
  const view = await lockOnlyPrice(result.body)
  dispatch({ type: 'sessionShown', view, atMs: Date.now() })
  setStep({ kind: 'ready' })
}

async function failedStep(
  id: string,
  result: Exclude<Result<CheckoutView>, { kind: 'ok' }>,
  dispatch: Dispatch,
): Promise<DetailsStep> {
  const param = result.kind === 'rejected' ? result.param : null
  if (isField(param)) return { kind: 'invalid', field: param }
  return { kind: 'failed', rejection: await rejectionOf(id, result, dispatch) }
}

function isField(param: string | null): param is DetailsField {
  return param !== null && Object.hasOwn(text.details.fields, param)
}
