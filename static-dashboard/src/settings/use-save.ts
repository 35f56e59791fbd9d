import type { Operations } from '../operations.ts'
import { toast } from '../parts/toasts.tsx'
import { mode } from '../router.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'

type Values = Operations['change-settings']['input']['values']

/** Saves values of one form. */
export function useSave(onSaved: () => void) {
  const { submit, isBusy, failure } = useSubmit('change-settings')
  const save = async (values: Values) => {
    if (!(await submit({ mode: mode.value, values }))) return
    toast(text.saved)
    onSaved()
  }
  return { save: (values: Values) => void save(values), isBusy, failure }
}
