import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { fill } from '../../../../shared/kernel/template.ts'
import { Form } from '../../parts/form.tsx'
import { useFieldProblem } from '../../parts/form-fields.ts'
import { Status } from '../../parts/status.tsx'
import type { Failure } from '../../service/result.ts'
import { setup } from '../../texts/setup/setup.ts'
import { FirstAddress } from './first-address-line.tsx'
import { completionsOf, type MnemonicProblem, problemOf, wordsIn } from './mnemonic.ts'
import { type Refused, WordsHoldMoney } from './words-hold-money.tsx'

type Props = {
  isBusy: boolean
  failure: Failure | undefined
  /** Why the words were refused, until they are confirmed. */
  refused: Refused | undefined
  onImport: (words: readonly string[], mayHoldMoney: boolean) => void
  /** Called when the operator types other words than the refused ones. */
  onChange: () => void
}

/** The words of another wallet, completed while they are typed, with their checksum. */
export function ImportWords({ isBusy, failure, refused, onImport, onChange }: Props): VNode {
  const [given, setGiven] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const words = wordsIn(given)
  const isRight = problemOf(words) === undefined
  return (
    <Form
      submitLabel={setup.wallet.importSubmit}
      busyLabel={setup.wallet.importing}
      isBusy={isBusy}
      failure={failure}
      reason={refused && !isConfirmed ? setup.holds.confirmFirst : undefined}
      onSubmit={() => onImport(words, isConfirmed)}
    >
      <WordsField
        value={given}
        onValue={(value) => {
          setGiven(value)
          setConfirmed(false)
          onChange()
        }}
      />
      {isRight && <FirstAddress words={words} />}
      {refused && (
        <WordsHoldMoney refused={refused} isConfirmed={isConfirmed} onConfirm={setConfirmed} />
      )}
    </Form>
  )
}

type FieldProps = { value: string; onValue: (value: string) => void }

function WordsField({ value: given, onValue }: FieldProps): VNode {
  const input = useRef<HTMLTextAreaElement>(null)
  const words = wordsIn(given)
  const typed = /\S*$/.exec(given)?.[0].toLowerCase() ?? ''
  const completions = completionsOf(typed)
  const complete = (word: string) => {
    onValue(`${given.slice(0, given.length - typed.length)}${word} `)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = completions
    if (event.key !== 'Tab' || event.shiftKey || first === undefined) return
    event.preventDefault()
    complete(first)
  }
  const found = problemOf(words)
  const problem = found && problemWords(found, typed)
  const error = useFieldProblem('words', { problem, name: 'mnemonic' })
  return (
    <div class="field">
      <label for="words">{setup.wallet.words}</label>
      <span class="control">
        <textarea
          ref={input}
          id="words"
          rows={4}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby="words-note"
          {...(error !== undefined && { 'aria-invalid': true })}
          value={given}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </span>
      <div class="completions">
        {completions.map((word) => (
          <button key={word} type="button" class="chip" onClick={() => complete(word)}>
            {word}
          </button>
        ))}
      </div>
      <p class={error === undefined ? 'note' : 'note bad'} id="words-note" role="status">
        {error ?? problem ?? (
          <Status tone="ok">{fill(setup.wallet.valid, { count: words.length })}</Status>
        )}
      </p>
    </div>
  )
}

function problemWords(problem: MnemonicProblem, typed: string): string {
  switch (problem.kind) {
    case 'checksum':
      return setup.wallet.badChecksum
    case 'count':
      return fill(setup.wallet.badCount, { count: problem.count })
    case 'unknown-word':
      // The word that is being typed is not wrong yet.
      return problem.word === typed && completionsOf(typed).length > 0
        ? setup.wallet.typing
        : fill(setup.wallet.badWord, { word: clipped(problem.word), position: problem.position })
  }
}

/** No word of a wallet is longer than eight letters. */
function clipped(word: string): string {
  return word.length > 20 ? `${word.slice(0, 20)}…` : word
}
