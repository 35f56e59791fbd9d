import type { VNode } from 'preact'
import { counted } from '../format.ts'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { useQuery } from '../service/use-query.ts'
import { loadVisit } from '../service/visit.ts'
import { visit } from '../service/visit-state.ts'
import { text } from '../texts/text.ts'
import { CodesSection } from './codes-section.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SignInList } from './sign-in-list.tsx'
import { TotpSection } from './totp-section.tsx'

export function AccountPage(): VNode {
  const account = useQuery('show-account', {})
  const needsFactor = visit.value?.hasSecondFactor === false
  const reload = () => void account.reload()
  if (needsFactor) {
    return (
      <>
        <PageHead name={text.pages.account} title={text.secondFactor.title}>
          {text.secondFactor.lead}
        </PageHead>
        <SecondFactor onDone={() => void loadVisit().then(reload)} />
      </>
    )
  }
  return (
    <>
      <PageHead name={text.pages.account} title={text.pages.account}>
        {account.data && `${account.data.operator.name}, ${account.data.operator.email}`}
      </PageHead>
      <Loaded query={account} rows={6}>
        {(data) => (
          <>
            {data.recoveryCodesLeft > 0 && data.recoveryCodesLeft < fewCodes && (
              <Notice tone="warn" title={text.account.fewCodes} />
            )}
            {data.wrongCodes > 0 && (
              <Notice tone="bad" title={counted(text.account.wrongCodes, data.wrongCodes)} />
            )}
            <Section title={text.account.passkeys}>
              <PasskeyList passkeys={data.passkeys} onChanged={reload} />
            </Section>
            <Section title={text.secondFactor.totp}>
              <TotpSection addedAt={data.totpAddedAt} onChanged={reload} />
            </Section>
            {(data.passkeys.length > 0 || data.totpAddedAt !== null) && (
              <Section title={text.account.codes}>
                <CodesSection left={data.recoveryCodesLeft} onChanged={reload} />
              </Section>
            )}
            <Section title={text.signIn.password}>
              <PasswordForm email={data.operator.email} onChanged={reload} />
            </Section>
            <Section title={text.account.signIns}>
              <SignInList signIns={data.signIns} onChanged={reload} />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

const fewCodes = 4
