import type { SubmitDetailsBody } from '../../shared/merchant/checkout/wire/checkout.ts'
import { isRecord } from './request.ts'

export type Draft = { [Field in keyof SubmitDetailsBody]?: string | undefined }

const storageKey = 'details'

/** Details that the customer typed in this tab, so that neither a reload nor a new price asks for them again. */
export function readDraft(): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    if (!isRecord(stored)) return {}
    return Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Without storage, a reload asks again.
  }
}
