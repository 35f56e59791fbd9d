import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type Mode, modes } from '../../../../shared/kernel/mode.ts'
import { fill } from '../../../../shared/kernel/template.ts'
import { ProviderForm, useConnecting } from '../../networks/provider-form.tsx'
import type { Operations } from '../../operations.ts'
import { AreaField, Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { emptyProblem } from '../../parts/form-fields.ts'
import { Loaded } from '../../parts/page.tsx'
import { Notice } from '../../parts/status.tsx'
import type { Failure } from '../../service/result.ts'
import { useQuery } from '../../service/use-query.ts'
import { useSubmit } from '../../service/use-submit.ts'
import { setup } from '../../texts/setup/setup.ts'
import { text } from '../../texts/text.ts'

type Given = { path: string; extendedPublicKey: string; first: string; second: string }
const paths = { live: "m/44'/60'/7'", test: "m/44'/1'/7'" } as const

function emptyAccount(mode: Mode): Given {
  return { path: paths[mode], extendedPublicKey: '', first: '', second: '' }
}

/** Two accounts by their public keys, once there are networks to look them up on. */
export function WatchAccounts({ onDone }: { onDone: () => void }): VNode {
  const networks = useQuery('list-networks', { mode: 'live' })
  const connecting = useConnecting(undefined, () => void networks.reload())
  return (
    <Loaded query={networks}>
      {(data) =>
        data.networks.some(({ status }) => status === 'enabled') ? (
          <AccountsForm onDone={onDone} />
        ) : (
          <>
            <Notice tone="info" title={setup.watch.networksFirst} />
            <ProviderForm work={connecting} />
          </>
        )
      }
    </Loaded>
  )
}

function AccountsForm({ onDone }: { onDone: () => void }): VNode {
  const [accounts, setAccounts] = useState<Record<Mode, Given>>({
    live: emptyAccount('live'),
    test: emptyAccount('test'),
  })
  const { submit, isBusy, failure, last } = useSubmit('set-up-watch-only')
  const send = async () => {
    const saved = await submit({ live: sent(accounts.live), test: sent(accounts.test) })
    if (saved && !('refused' in saved)) onDone()
  }
  return (
    <Form
      submitLabel={setup.watch.submit}
      busyLabel={setup.watch.checking}
      isBusy={isBusy}
      failure={failure}
      isShown={modes.some((mode) => fieldsOf(mode).some((field) => isAbout(failure, field)))}
      onSubmit={() => void send()}
    >
      {modes.map((mode) => (
        <AccountFields
          key={mode}
          mode={mode}
          given={accounts[mode]}
          failure={failure}
          onGiven={(given) => setAccounts((before) => ({ ...before, [mode]: given }))}
        />
      ))}
      {last && 'refused' in last && <Refused refused={last} />}
    </Form>
  )
}

function sent({ path, extendedPublicKey, first, second }: Given) {
  const addresses: [string, string] = [first.trim(), second.trim()]
  return { path: path.trim(), extendedPublicKey: extendedPublicKey.trim(), addresses }
}

/** The service's names of the fields. */
function fieldsOf(mode: Mode): string[] {
  return ['path', 'extendedPublicKey', 'addresses.0', 'addresses.1'].map((one) => `${mode}.${one}`)
}

function isAbout(failure: Failure | undefined, field: string): boolean {
  return failure?.kind === 'rejected' && failure.param === field
}

type FieldsProps = {
  mode: Mode
  given: Given
  failure: Failure | undefined
  onGiven: (given: Given) => void
}

function AccountFields({ mode, given, failure, onGiven }: FieldsProps): VNode {
  const words = setup.watch
  const errorOf = (field: string, error: string) =>
    isAbout(failure, `${mode}.${field}`) ? error : undefined
  // It never leaves this page.
  const isPrivate = /^\s*[a-z]prv/i.test(given.extendedPublicKey)
  const addresses = [
    { name: 'first', index: 0, value: given.first },
    { name: 'second', index: 1, value: given.second },
  ] as const
  return (
    <fieldset class="account">
      <legend>{text.modes[mode]}</legend>
      <Field
        label={words.path}
        value={given.path}
        error={errorOf('path', words.badPath)}
        problem={emptyProblem(given.path)}
        onValue={(path) => onGiven({ ...given, path })}
      />
      <AreaField
        label={words.key}
        hint={words.keyHint}
        value={given.extendedPublicKey}
        error={isPrivate ? words.privateKey : errorOf('extendedPublicKey', words.badKey)}
        problem={isPrivate ? words.privateKey : emptyProblem(given.extendedPublicKey)}
        onValue={(extendedPublicKey) => onGiven({ ...given, extendedPublicKey })}
      />
      {addresses.map(({ name, index, value }) => (
        <Field
          key={name}
          label={fill(words.address, { path: `${given.path}/0/${index}` })}
          value={value}
          error={errorOf(`addresses.${index}`, words.badAddress)}
          problem={emptyProblem(value)}
          onValue={(address) => onGiven({ ...given, [name]: address })}
        />
      ))}
    </fieldset>
  )
}

type RefusedAccounts = Extract<
  Operations['set-up-watch-only']['output'],
  { refused: 'accounts_not_unused' }
>

function Refused({ refused: { used, unread } }: { refused: RefusedAccounts }): VNode {
  const words = setup.watch
  const [first] = used
  if (first) {
    const { chain, index, mode } = first
    return (
      <Notice tone="bad" title={words.used}>
        {fill(words.usedText, { mode: text.modes[mode], chain, index })}
      </Notice>
    )
  }
  const networks = [...new Set(unread.map(({ chain }) => chain))].join(', ')
  return (
    <Notice tone="bad" title={words.unread}>
      {fill(words.unreadText, { networks })}
    </Notice>
  )
}
