import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useSubmit } from '../../service/use-submit.ts'
import { setup } from '../../texts/setup/setup.ts'
import { StepHead } from '../step-head.tsx'
import { ConfirmWords } from './confirm-words.tsx'
import { ImportWords } from './import-words.tsx'
import { newMnemonic } from './mnemonic.ts'
import { NewWords } from './new-words.tsx'

type Stage = 'show' | 'confirm' | 'import'

/** How long the service looks for earlier use of imported words; a call must end within half a minute. */
const searchSeconds = 15

/** New words, shown once and confirmed, or those of another wallet. They leave this page only when they are saved. */
export function WalletStep({ onDone }: { onDone: () => void }): VNode {
  const [stage, setStage] = useState<Stage>('show')
  const [words] = useState(newMnemonic)
  const { submit, isBusy, failure, clear } = useSubmit('set-up-wallet')
  const save = async (chosen: readonly string[], mnemonicIsNew: boolean) => {
    const saved = await submit({
      mnemonic: chosen.join(' '),
      mnemonicIsNew,
      highestIndex: {},
      searchSeconds: mnemonicIsNew ? 0 : searchSeconds,
    })
    if (saved) onDone()
  }
  const go = (next: Stage) => {
    clear()
    setStage(next)
  }
  if (stage === 'confirm') {
    return (
      <ConfirmWords
        words={words}
        isBusy={isBusy}
        failure={failure}
        onBack={() => go('show')}
        onConfirmed={() => void save(words, true)}
      />
    )
  }
  const isImport = stage === 'import'
  const aside = <Choice isImport={isImport} onChange={(next) => go(next ? 'import' : 'show')} />
  return (
    <>
      <StepHead title={isImport ? setup.wallet.importTitle : setup.wallet.newTitle} aside={aside}>
        {isImport ? setup.wallet.importLead : setup.wallet.newLead}
      </StepHead>
      {isImport ? (
        <ImportWords
          isBusy={isBusy}
          failure={failure}
          onImport={(given) => void save(given, false)}
        />
      ) : (
        <NewWords words={words} onWritten={() => go('confirm')} />
      )}
    </>
  )
}

function Choice(props: { isImport: boolean; onChange: (isImport: boolean) => void }): VNode {
  return (
    <div class="choice">
      {[false, true].map((each) => (
        <button
          key={String(each)}
          type="button"
          aria-pressed={props.isImport === each}
          onClick={() => props.onChange(each)}
        >
          {each ? setup.wallet.import : setup.wallet.new}
        </button>
      ))}
    </div>
  )
}
