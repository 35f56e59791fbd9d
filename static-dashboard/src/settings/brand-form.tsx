import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { textColorOn } from '../../../shared/settings/rules/accent-color.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { fieldProblem } from '../problem-text.ts'
import { ownersOnly } from '../service/role.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { BrandPreview } from './brand-preview.tsx'
import { type ChosenLogo, LogoField } from './logo-field.tsx'
import type { SettingsProps } from './settings-page.tsx'
import { useSave } from './use-save.ts'

/** Name, logo, color and contact, as customers see them. */
export function BrandForm({ settings, onSaved }: SettingsProps): VNode {
  const [name, setName] = useState(settings.businessName ?? '')
  const [color, setColor] = useState(settings.accentColor ?? '')
  const [support, setSupport] = useState(settings.support ?? '')
  const [logo, setLogo] = useState<ChosenLogo>()
  const { save, isBusy, failure } = useSave(onSaved)
  const send = () =>
    save({
      businessName: orNull(name),
      accentColor: orNull(color),
      support: orNull(support),
      ...(logo && { logo: logo.base64 }),
    })
  const logoUrl = logo ? logo.url : settings.logo && `/api/checkout/logos/${settings.logo}`
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      isShown={fieldProblem(failure, 'logo') !== undefined}
      reason={ownersOnly()}
      onSubmit={send}
    >
      <BrandPreview name={name} color={color} logoUrl={logoUrl} />
      <div class="pair">
        <Field
          label={instance.settings.businessName}
          autocomplete="organization"
          most={60}
          value={name}
          name="businessName"
          onValue={setName}
        />
        <Field
          label={instance.settings.support}
          hint={instance.settings.supportHint}
          autocomplete="off"
          value={support}
          name="support"
          onValue={setSupport}
        />
        <Field
          label={instance.settings.color}
          hint={instance.settings.colorHint}
          placeholder="#0b5d4e"
          autocomplete="off"
          value={color}
          name="accentColor"
          problem={colorProblem(color)}
          error={colorProblem(color)}
          onValue={setColor}
        />
        <LogoField error={fieldProblem(failure, 'logo')} onChoose={setLogo} />
      </div>
      {logoUrl && <RemoveLogo onRemove={() => setLogo({ base64: null, url: null })} />}
    </Form>
  )
}

function RemoveLogo({ onRemove }: { onRemove: () => void }): VNode {
  return (
    <div>
      <Button kind="plain" onClick={onRemove}>
        {instance.settings.removeLogo}
      </Button>
    </div>
  )
}

function orNull(value: string): string | null {
  return value.trim() === '' ? null : value.trim()
}

/** The service's own rule, so that nobody has to save to learn it. */
function colorProblem(color: string): string | undefined {
  if (color.trim() === '') return undefined
  if (!/^#[0-9a-f]{6}$/i.test(color.trim())) return instance.settings.colorShape
  return textColorOn(color.trim().toLowerCase()) ? undefined : instance.settings.colorContrast
}
