import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { exactTime } from '../format.ts'
import { CodeBox } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Time } from '../parts/time.tsx'
import { tools } from '../texts/tools/tools.ts'
import type { ShownDelivery } from './delivery.ts'

type Attempt = ShownDelivery['attempts'][number]

export function Attempts({ delivery }: { delivery: ShownDelivery }): VNode {
  const { attempts, nextAttemptAt, requestBody } = delivery
  const [chosen, setChosen] = useState<number>()
  const index = Math.min(chosen ?? attempts.length - 1, attempts.length - 1)
  const attempt = attempts[index]
  return (
    <>
      <fieldset class="attempts" aria-label={tools.webhooks.attempts}>
        {attempts.map((each, at) => (
          <AttemptTab
            key={each.startedAt}
            attempt={each}
            isOpen={at === index}
            onOpen={() => setChosen(at)}
          />
        ))}
        {attempts.length > 0 && nextAttemptAt && (
          <p class="attempt">
            <span>
              <Icon name="waiting" small /> {tools.webhooks.next}
            </span>
            <Time at={nextAttemptAt} isDue />
          </p>
        )}
      </fieldset>
      {attempt ? (
        <Exchange attempt={attempt} body={requestBody} />
      ) : (
        <>
          <p class="quiet">{tools.webhooks.noAttemptYet}</p>
          <CodeBox title={tools.webhooks.request} code={prettyJson(requestBody)} />
        </>
      )}
    </>
  )
}

type TabProps = { attempt: Attempt; isOpen: boolean; onOpen: () => void }

function AttemptTab({ attempt, isOpen, onOpen }: TabProps): VNode {
  const { number, state, statusCode, latencyMs, startedAt } = attempt
  const isGood = state === 'delivered'
  const isBad = state === 'refused' || state === 'failed'
  const tone = isGood ? 'ok' : ''
  return (
    <button
      type="button"
      class="attempt"
      aria-pressed={isOpen}
      title={exactTime(new Date(startedAt))}
      onClick={onOpen}
    >
      <span class={isBad ? 'bad' : tone}>
        <Icon name={isGood ? 'ok' : stateIcon(isBad)} small />{' '}
        {statusCode ?? tools.webhooks.states[state]}
      </span>
      <small>
        {fill(tools.webhooks.attempt, { number })}
        {latencyMs !== null && `, ${fill(tools.webhooks.took, { ms: latencyMs })}`}
      </small>
    </button>
  )
}

function stateIcon(isBad: boolean): 'bad' | 'waiting' {
  return isBad ? 'bad' : 'waiting'
}

/** The response before the request, because readers look for it first. */
function Exchange({ attempt, body }: { attempt: Attempt; body: string }): VNode {
  const { url, requestHeaders, statusCode, state } = attempt
  const path = URL.parse(url)?.pathname ?? url
  const status = statusCode === null ? tools.webhooks.states[state] : String(statusCode)
  return (
    <div class="exchange">
      <CodeBox title={`${tools.webhooks.response}: ${status}`} code={responseText(attempt)} />
      <CodeBox
        title={tools.webhooks.request}
        code={[`POST ${path}`, ...headerLines(requestHeaders), '', prettyJson(body)].join('\n')}
      />
    </div>
  )
}

function responseText(attempt: Attempt): string {
  const { response, responseHeaders, redacted, error, message } = attempt
  if (redacted) return tools.webhooks.redactedResponse
  if (error !== null) return [tools.webhooks.errors[error], message].filter(Boolean).join('\n')
  const headers = headerLines(responseHeaders)
  return [...headers, ...(headers[0] ? [''] : []), response || tools.webhooks.emptyResponse].join(
    '\n',
  )
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
