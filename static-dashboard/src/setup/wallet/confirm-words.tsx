import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../../shared/kernel/template.ts'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { Notice } from '../../parts/status.tsx'
import type { Failure } from '../../service/result.ts'
import { setup } from '../../texts/setup/setup.ts'
import { StepHead } from '../step-head.tsx'
import { browserRandom, type Question, questionsAbout } from './mnemonic.ts'

type Props = {
  words: readonly string[]
  isBusy: boolean
  failure: Failure | undefined
  onBack: () => void
  onConfirmed: () => void
}

/** Four of the words, found again on paper. */
export function ConfirmWords({ words, isBusy, failure, onBack, onConfirmed }: Props): VNode {
  const [questions] = useState(() => questionsAbout(words, browserRandom))
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({})
  const [isWrong, setWrong] = useState(false)
  const isComplete = questions.every(({ position }) => chosen[position] !== undefined)
  const check = () => {
    const isRight = questions.every(({ position, word }) => chosen[position] === word)
    setWrong(!isRight)
    if (isRight) onConfirmed()
  }
  const choose = (position: number, word: string) => {
    setWrong(false)
    setChosen((before) => ({ ...before, [position]: word }))
  }
  return (
    <>
      <StepHead title={setup.wallet.confirmTitle}>{setup.wallet.confirmLead}</StepHead>
      <Form
        submitLabel={setup.wallet.confirm}
        busyLabel={setup.wallet.saving}
        isBusy={isBusy}
        failure={failure}
        reason={isComplete ? undefined : setup.wallet.chooseAll}
        onSubmit={check}
        aside={
          <Button kind="plain" onClick={onBack}>
            {setup.wallet.back}
          </Button>
        }
      >
        {questions.map((question) => (
          <Choices
            key={question.position}
            question={question}
            chosen={chosen[question.position]}
            onChoose={choose}
          />
        ))}
        {isWrong && <Notice tone="bad" title={setup.wallet.wrong} />}
      </Form>
    </>
  )
}

function Choices(props: {
  question: Question
  chosen: string | undefined
  onChoose: (position: number, word: string) => void
}): VNode {
  const { position, choices } = props.question
  return (
    <fieldset class="word-choices">
      <legend>{fill(setup.wallet.wordAt, { position })}</legend>
      {choices.map((word) => (
        <label key={word}>
          <input
            type="radio"
            name={`word-${position}`}
            value={word}
            checked={props.chosen === word}
            onChange={() => props.onChoose(position, word)}
          />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  )
}
