import type { VNode } from 'preact'
import {
  type NoticeChoices,
  noticeLanguages,
  saleTopics,
  summaryPeriods,
} from '../../../shared/admin/sale-notices/rules/notice-destination.ts'
import { Check } from '../parts/check.tsx'
import { SelectField, Switch } from '../parts/field.tsx'
import { languages } from '../texts/languages.ts'
import { notices } from '../texts/notices/notices.ts'

type Props = { choices: NoticeChoices; onChange: (choices: NoticeChoices) => void }

export function NoticeChoiceFields({ choices, onChange }: Props): VNode {
  const { about, withEmail, summary, language } = choices
  const change = (part: Partial<NoticeChoices>) => onChange({ ...choices, ...part })
  const toggle = (topic: string, isChecked: boolean) =>
    change({
      about: saleTopics.filter((each) => (each === topic ? isChecked : about.includes(each))),
    })
  return (
    <>
      <fieldset>
        <legend class="field-title">{notices.about}</legend>
        <div class="checks-grid">
          {saleTopics.map((topic) => (
            <Check
              key={topic}
              checked={about.includes(topic)}
              onChange={(checked) => toggle(topic, checked)}
            >
              <span>{notices.topics[topic]}</span>
            </Check>
          ))}
        </div>
      </fieldset>
      <Switch
        label={notices.withEmail}
        hint={notices.withEmailHint}
        checked={withEmail}
        onChange={(isChecked) => change({ withEmail: isChecked })}
      />
      <SelectField
        label={notices.summary}
        value={summary}
        options={summaryPeriods.map((value) => ({ value, label: notices.summaries[value] }))}
        onValue={(value) =>
          change({ summary: summaryPeriods.find((each) => each === value) ?? summary })
        }
      />
      <SelectField
        label={notices.language}
        value={language}
        options={noticeLanguages.map((value) => ({ value, label: `${languages[value]}` }))}
        onValue={(value) =>
          change({ language: noticeLanguages.find((each) => each === value) ?? language })
        }
      />
    </>
  )
}
