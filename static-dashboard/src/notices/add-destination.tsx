import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import {
  isChatName,
  readChatAddress,
} from '../../../shared/admin/sale-notices/rules/chat-address.ts'
import {
  type ChatKind,
  type DestinationKind,
  destinationKinds,
  type NoticeChoices,
  noticeLanguages,
  saleTopics,
} from '../../../shared/admin/sale-notices/rules/notice-destination.ts'
import type { Operations } from '../operations.ts'
import { Field, SelectField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { emptyProblem } from '../parts/form-fields.ts'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { notices } from '../texts/notices/notices.ts'
import { language } from '../texts/text.ts'
import { NoticeChoiceFields } from './notice-choices.tsx'

type Props = {
  mode: Operations['add-notice-destination']['input']['mode']
  onClose: () => void
  onAdded: () => void
}

/** Adds a destination, which gets a test message first. */
export function AddDestination({ mode, onClose, onAdded }: Props): VNode {
  const [kind, setKind] = useState<DestinationKind>('mail')
  const [address, setAddress] = useState('')
  const [chat, setChat] = useState('')
  const [choices, setChoices] = useState<NoticeChoices>({
    language: noticeLanguages.find((code) => code === language) ?? 'en',
    about: saleTopics,
    withEmail: false,
    summary: 'off',
  })
  const { submit, isBusy, failure, clear } = useSubmit('add-notice-destination')
  const send = async () => {
    const of = { mode, kind, ...choices, about: [...choices.about] }
    const given = {
      ...(kind !== 'mail' && { address: address.trim() }),
      ...(kind === 'telegram' && { chat: chat.trim() }),
    }
    if (!(await submit({ ...of, ...given }))) return
    toast(notices.tested)
    onAdded()
  }
  const choose = (value: string) => {
    setKind(destinationKinds.find((each) => each === value) ?? kind)
    setAddress('')
    clear()
  }
  return (
    <FormDialog
      title={notices.addTitle}
      text={notices.addText}
      submitLabel={notices.submit}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <SelectField
        label={notices.to}
        value={kind}
        options={destinationKinds.map((value) => ({ value, label: notices.kinds[value] }))}
        onValue={choose}
        {...(kind === 'mail' && { hint: notices.mailHint })}
      />
      {kind !== 'mail' && (
        <Field
          {...notices.addresses[kind]}
          name="address"
          value={address}
          onValue={setAddress}
          most={500}
          problem={addressProblem(kind, address)}
          isPassword
          autocomplete="off"
        />
      )}
      {kind === 'telegram' && (
        <Field
          label={notices.chat}
          hint={notices.chatHint}
          name="chat"
          value={chat}
          onValue={setChat}
          most={40}
          problem={chatProblem(chat)}
        />
      )}
      <NoticeChoiceFields choices={choices} onChange={setChoices} />
    </FormDialog>
  )
}

/** The service checks the same, but only after a proof. */
function addressProblem(kind: ChatKind, address: string): string | undefined {
  const isKnown = readChatAddress(kind, address.trim()) !== undefined
  return emptyProblem(address) ?? (isKnown ? undefined : notices.shapes[kind])
}

function chatProblem(chat: string): string | undefined {
  return emptyProblem(chat) ?? (isChatName(chat.trim()) ? undefined : notices.chatShape)
}
