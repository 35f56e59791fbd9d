import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useSubmit } from '../../service/use-submit.ts'
import { setup } from '../../texts/setup/setup.ts'
import { StepHead } from '../step-head.tsx'
import { ConfirmWords } from './confirm-words.tsx'
import { ImportWords } from './import-words.tsx'
import { newMnemonic } from './mnemonic.ts'
import { NewWords } from './new-words.tsx'
import { TerminalWords } from './terminal-words.tsx'
import { WatchAccounts } from './watch-accounts.tsx'

type Way = 'terminal' | 'show' | 'import' | 'watch'
type Stage = Way | 'confirm'

/** How long the service looks for earlier use of imported words; a call must end within half a minute. */
const searchSeconds = 15

/** New words, made in the terminal or here, or those of another wallet. They leave this page only when they are saved. */
export function WalletStep({ onDone }: { onDone: () => void }): VNode {
  const [stage, setStage] = useState<Stage>('terminal')
  const [words] = useState(newMnemonic)
  const { submit, isBusy, failure, last, clear } = useSubmit('set-up-wallet')
  const save = async (
    chosen: readonly string[],
    { mnemonicIsNew = false, mayHoldMoney = false },
  ) => {
    const saved = await submit({
      mnemonic: chosen.join(' '),
      mnemonicIsNew,
      mayHoldMoney,
      highestIndex: {},
      searchSeconds: mnemonicIsNew ? 0 : searchSeconds,
    })
    if (saved && !('refused' in saved)) onDone()
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
        onConfirmed={() => void save(words, { mnemonicIsNew: true })}
      />
    )
  }
  const { title, lead } = headings[stage]
  return (
    <>
      <StepHead title={title()} aside={<Choice way={stage} onChange={go} />}>
        {lead()}
      </StepHead>
      {stage === 'terminal' && <TerminalWords onDone={onDone} />}
      {stage === 'show' && <NewWords words={words} onWritten={() => go('confirm')} />}
      {stage === 'watch' && <WatchAccounts onDone={onDone} />}
      {stage === 'import' && (
        <ImportWords
          isBusy={isBusy}
          failure={failure}
          refused={last && 'refused' in last ? last : undefined}
          onImport={(given, mayHoldMoney) => void save(given, { mayHoldMoney })}
          onChange={clear}
        />
      )}
    </>
  )
}

type Heading = { choice: () => string; title: () => string; lead: () => string }

/** In the order of how few can see the words. */
const headings: Readonly<Record<Way, Heading>> = {
  terminal: {
    choice: () => setup.wallet.terminal,
    title: () => setup.wallet.terminalTitle,
    lead: () => setup.wallet.terminalLead,
  },
  show: {
    choice: () => setup.wallet.new,
    title: () => setup.wallet.newTitle,
    lead: () => setup.wallet.newLead,
  },
  import: {
    choice: () => setup.wallet.import,
    title: () => setup.wallet.importTitle,
    lead: () => setup.wallet.importLead,
  },
  watch: {
    choice: () => setup.watch.choice,
    title: () => setup.watch.title,
    lead: () => setup.watch.lead,
  },
}

const ways = ['terminal', 'show', 'import', 'watch'] as const

function Choice({ way, onChange }: { way: Way; onChange: (way: Way) => void }): VNode {
  return (
    <div class="choice">
      {ways.map((each) => (
        <button key={each} type="button" aria-pressed={each === way} onClick={() => onChange(each)}>
          {headings[each].choice()}
        </button>
      ))}
    </div>
  )
}
