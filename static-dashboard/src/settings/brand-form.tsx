import type { VNode } from 'preact'
import { contrastOf, textColorOn } from '../../../shared/records/settings/rules/accent-color.ts'
import { Field } from '../parts/field.tsx'
import { Status } from '../parts/status.tsx'
import { fieldProblem } from '../problem-text.ts'
import { instance } from '../texts/instance/instance.ts'
import { BrandPreview } from './brand-preview.tsx'
import { type ChosenLogo, LogoField } from './logo-field.tsx'
import type { Settings, SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

const usualColor = '#0b5d4e'

type Draft = { name: string; color: string; support: string; logo: ChosenLogo }

function draftOf(settings: Settings): Draft {
  const { businessName, accentColor, support, logo } = settings
  return {
    name: businessName ?? '',
    color: accentColor ?? '',
    support: support ?? '',
    logo: { base64: null, url: logo && `/api/checkout/logos/${logo}` },
  }
}

function valuesOf({ name, color, support, logo }: Partial<Draft>) {
  return {
    ...(name !== undefined && { businessName: orNull(name) }),
    ...(color !== undefined && { accentColor: orNull(color) }),
    ...(support !== undefined && { support: orNull(support) }),
    ...(logo && { logo: logo.base64 }),
  }
}

export function BrandForm(props: SettingsProps): VNode {
  return (
    <SettingsForm
      {...props}
      draftOf={draftOf}
      valuesOf={valuesOf}
      isShown={(failure) => fieldProblem(failure, 'logo') !== undefined}
    >
      {({ draft, change, failure }) => (
        <>
          <BrandPreview name={draft.name} color={draft.color} logoUrl={draft.logo.url} />
          <div class="pair">
            <BrandFields draft={draft} change={change} />
            <LogoField
              url={draft.logo.url}
              error={fieldProblem(failure, 'logo')}
              onChoose={(logo) => change({ logo })}
            />
          </div>
        </>
      )}
    </SettingsForm>
  )
}

type FieldsProps = { draft: Draft; change: (part: Partial<Draft>) => void }

function BrandFields({ draft, change }: FieldsProps): VNode {
  return (
    <>
      <Field
        label={instance.settings.businessName}
        autocomplete="organization"
        most={60}
        value={draft.name}
        name="businessName"
        onValue={(name) => change({ name })}
      />
      <Field
        label={instance.settings.support}
        hint={instance.settings.supportHint}
        autocomplete="off"
        value={draft.support}
        name="support"
        onValue={(support) => change({ support })}
      />
      <Field
        label={instance.settings.color}
        hint={isPale(draft.color) ? <Pale /> : instance.settings.colorHint}
        placeholder={usualColor}
        autocomplete="off"
        value={draft.color}
        name="accentColor"
        problem={colorProblem(draft.color)}
        error={colorProblem(draft.color)}
        onValue={(color) => change({ color })}
        suffix={
          <input
            type="color"
            aria-label={instance.settings.pickColor}
            value={isColor(draft.color) ? draft.color.trim().toLowerCase() : usualColor}
            onInput={({ currentTarget }) => change({ color: currentTarget.value })}
          />
        }
      />
    </>
  )
}

function Pale(): VNode {
  return <Status tone="warn">{instance.settings.colorPale}</Status>
}

function orNull(value: string): string | null {
  return value.trim() === '' ? null : value.trim()
}

/** The service's own rule, so that nobody has to save to learn it. */
function colorProblem(color: string): string | undefined {
  if (color.trim() === '') return undefined
  if (!isColor(color)) return instance.settings.colorShape
  return textColorOn(color.trim().toLowerCase()) ? undefined : instance.settings.colorContrast
}

function isColor(color: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(color.trim())
}

/** Whether a button in it hardly differs from the white of the page: WCAG requires 3:1 for non-text content. */
function isPale(color: string): boolean {
  return isColor(color) && contrastOf(color.trim(), '#ffffff') < 3
}
