import * as z from 'zod'

const view = z.object({ status: z.string() })

/** Follows a session's events as an open page does. Resolves with the first one. */
export async function openPage(
  baseUrl: string,
  id: string,
): Promise<{ whenDetected: Promise<number> }> {
  const opened = Promise.withResolvers<void>()
  const whenDetected = follow(`${baseUrl}/api/checkout/sessions/${id}/stream`, opened.resolve)
  await Promise.race([opened.promise, whenDetected])
  return { whenDetected }
}

async function follow(url: string, onOpen: () => void): Promise<number> {
  for (;;) {
    for await (const frame of framesOf(url)) {
      const status = statusIn(frame)
      if (status) onOpen()
      if (status && status !== 'pending') return performance.now()
    }
  }
}

/** Reads until the stream ends; the page then reconnects. */
async function* framesOf(url: string): AsyncGenerator<string> {
  const response = await fetch(url)
  if (!response.ok || !response.body) throw new Error(`${url} responded ${response.status}`)
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + chunk).split('\n\n')
    text = frames.pop() ?? ''
    yield* frames
  }
}

function statusIn(frame: string): string | undefined {
  if (!frame.startsWith('event: session')) return undefined
  const [, data] = /^data: (.*)$/m.exec(frame) ?? []
  return data && view.parse(JSON.parse(data)).status
}
