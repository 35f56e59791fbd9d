import type { CheckoutView, GiveDetailsBody } from '../../shared/checkout-sessions/wire/checkout.ts'
import { sendChoice, sendDetails } from './api.ts'
import type { DetailsField, DetailsStep } from './customer-steps.ts'
import { refusalOf } from './refusal.ts'
import type { Answer } from './request.ts'
import type { Action } from './state.ts'
import { text } from './text.ts'

type Dispatch = (action: Action) => void

/** Says who pays. The service judges every field; a plain slip in the email is caught without asking it. */
export async function giveDetails(
  id: string,
  details: GiveDetailsBody,
  dispatch: Dispatch,
): Promise<void> {
  const move = (to: DetailsStep) => dispatch({ type: 'detailsMoved', to })
  if (!/^\S+@\S+$/.test(details.email)) return move({ kind: 'invalid', field: 'email' })
  move({ kind: 'sent' })
  const answer = await sendDetails(id, details)
  if (answer.kind !== 'ok') return move(await refused(id, answer, dispatch))
  const view = await withFreshPrice(answer.body)
  dispatch({ type: 'sessionShown', view, atMs: Date.now() })
  move({ kind: 'ready' })
}

/** Filling in the form took its time: where there is no coin to choose, the only one gets its price now. */
async function withFreshPrice(view: CheckoutView): Promise<CheckoutView> {
  const [only, ...others] = view.choices
  if (!only || others.length > 0 || view.assetChosen) return view
  const answer = await sendChoice(view.id, only)
  // Without a fresh price the first one still holds, and its time shows on the page.
  return answer.kind === 'ok' ? answer.body : view
}

async function refused(
  id: string,
  answer: Exclude<Answer<CheckoutView>, { kind: 'ok' }>,
  dispatch: Dispatch,
): Promise<DetailsStep> {
  const param = answer.kind === 'refused' ? answer.param : null
  if (isField(param)) return { kind: 'invalid', field: param }
  return { kind: 'failed', refusal: await refusalOf(id, answer, dispatch) }
}

function isField(param: string | null): param is DetailsField {
  return param !== null && Object.hasOwn(text.details.fields, param)
}
