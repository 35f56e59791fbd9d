import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { QrCode } from '../../../static-ui/qr-code.tsx'
import { Button } from '../parts/button.tsx'
import { CopyValue } from '../parts/copy.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Loaded } from '../parts/page.tsx'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'

/** Shows the secret of an authenticator app as a QR code, and checks the first code. */
export function AddTotp(props: {
  onDone: (recoveryCodes: readonly string[]) => void
  onBack: () => void
}): VNode {
  const begun = useQuery('begin-totp', {})
  const [code, setCode] = useState('')
  const { submit, isBusy, failure } = useSubmit('enable-totp')
  const send = async () => {
    const enabled = await submit({ code: code.replace(/\s/g, '') })
    if (enabled) props.onDone(enabled.recoveryCodes ?? [])
  }
  return (
    <Loaded query={begun} rows={3}>
      {({ secret, uri }) => (
        <Form
          submitLabel={text.secondFactor.totpConfirm}
          isBusy={isBusy}
          failure={failure}
          onSubmit={() => void send()}
          aside={
            <Button kind="plain" onClick={props.onBack}>
              {text.cancel}
            </Button>
          }
        >
          <div class="totp">
            <QrCode content={uri} label={text.secondFactor.qr} />
            <div>
              <p>{text.secondFactor.scan}</p>
              <p class="quiet">{text.secondFactor.orType}</p>
              <CopyValue value={secret} label={text.secondFactor.secret}>
                {secret.match(/.{1,4}/g)?.join(' ') ?? secret}
              </CopyValue>
            </div>
          </div>
          <Field
            label={text.secondFactor.code}
            inputMode="numeric"
            autocomplete="one-time-code"
            autofocus
            name="code"
            problem={
              /^\d{6}$/.test(code.replace(/\s/g, '')) ? undefined : text.secondFactor.codeShape
            }
            value={code}
            onValue={setCode}
          />
        </Form>
      )}
    </Loaded>
  )
}
