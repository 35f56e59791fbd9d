import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'
import { toast } from '../parts/toasts.tsx'
import { mode } from '../router.ts'
import type { Failure } from '../service/result.ts'
import { ownersOnly } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import type { Settings, SettingsProps } from './settings.ts'

type Shown<Draft> = {
  draft: Draft
  change: (part: Partial<Draft>) => void
  failure: Failure | undefined
}

type Props<Draft> = SettingsProps & {
  draftOf: (settings: Settings) => Draft
  valuesOf: (changed: Partial<Draft>) => Operations['change-settings']['input']['values']
  /** Whether the children show a failure that no field of the form does. */
  isShown?: (failure: Failure | undefined) => boolean
  children: (shown: Shown<Draft>) => ComponentChildren
}

/**
 * Changes settings of the mode. It sends only touched values, so that it reverts no change that somebody else has made
 * since; the rest follows the settings as they are loaded. It can be saved once something differs.
 */
export function SettingsForm<Draft extends object>(props: Props<Draft>): VNode {
  const { settings, onSaved, draftOf, valuesOf, isShown, children } = props
  const [touched, setTouched] = useState<Partial<Draft>>({})
  const { submit, isBusy, failure } = useSubmit('change-settings')
  const stored = draftOf(settings)
  const changed = changesOf(touched, stored)
  const save = async () => {
    if (!(await submit({ mode: mode.value, values: valuesOf(changed) }))) return
    await onSaved()
    setTouched((now) => without(now, touched))
    toast(text.saved)
  }
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      isShown={isShown?.(failure) ?? false}
      isUnchanged={!isBusy && Object.keys(changed).length === 0}
      reason={ownersOnly()}
      onSubmit={() => void save()}
      aside={
        <Button kind="plain" onClick={() => setTouched({})}>
          {text.cancel}
        </Button>
      }
    >
      {children({
        draft: { ...stored, ...touched },
        change: (part) => setTouched((now) => ({ ...now, ...part })),
        failure,
      })}
    </Form>
  )
}

/** Values that differ from the stored ones. An empty field of a value that isn't stored doesn't. */
function changesOf<Draft extends object>(touched: Partial<Draft>, stored: Draft): Partial<Draft> {
  const changed = { ...touched }
  for (const name in touched) {
    const [now, before] = [touched[name], stored[name]].map((each) => JSON.stringify(each ?? ''))
    if (now === before) delete changed[name]
  }
  return changed
}

/** Keeps values that were touched again while the rest was saved. */
function without<Draft extends object>(
  touched: Partial<Draft>,
  saved: Partial<Draft>,
): Partial<Draft> {
  const left = { ...touched }
  for (const name in saved) if (left[name] === saved[name]) delete left[name]
  return left
}
