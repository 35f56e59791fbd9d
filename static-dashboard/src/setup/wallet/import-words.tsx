import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { fill } from '../../../../static-ui/template.ts'
import { Form } from '../../parts/form.tsx'
import { Status } from '../../parts/status.tsx'
import type { Failure } from '../../service/call.ts'
import { setup } from '../../texts/setup/setup.ts'
import { FirstAddress } from './first-address-line.tsx'
import { completionsOf, type MnemonicProblem, problemOf, wordsIn } from './mnemonic.ts'

type Props = {
  isBusy: boolean
  failure: Failure | undefined
  onImport: (words: readonly string[]) => void
}

/** The words of another wallet, completed while they are typed, with their checksum. */
export function ImportWords({ isBusy, failure, onImport }: Props): VNode {
  const [given, setGiven] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  const words = wordsIn(given)
  const problem = problemOf(words)
  const typed = /\S*$/.exec(given)?.[0].toLowerCase() ?? ''
  const completions = completionsOf(typed)
  const complete = (word: string) => {
    setGiven(`${given.slice(0, given.length - typed.length)}${word} `)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = completions
    if (event.key !== 'Tab' || event.shiftKey || first === undefined) return
    event.preventDefault()
    complete(first)
  }
  return (
    <Form
      submitLabel={setup.wallet.importSubmit}
      busyLabel={setup.wallet.importing}
      isBusy={isBusy}
      failure={failure}
      reason={problem && problemWords(problem, typed)}
      onSubmit={() => onImport(words)}
    >
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
            value={given}
            onInput={({ currentTarget }) => setGiven(currentTarget.value)}
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
        <p class="note" id="words-note" role="status">
          {problem ? (
            problemWords(problem, typed)
          ) : (
            <Status tone="ok">{fill(setup.wallet.valid, { count: words.length })}</Status>
          )}
        </p>
      </div>
      {!problem && <FirstAddress words={words} />}
    </Form>
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
        : fill(setup.wallet.badWord, { word: problem.word, position: problem.position })
  }
}
