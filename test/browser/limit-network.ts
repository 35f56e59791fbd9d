import type { Page } from 'playwright-core'

export type Network = { kilobitsPerSecond: number; latencyMs: number }

/** A phone with one bar of reception. */
export const slow3g: Network = { kilobitsPerSecond: 400, latencyMs: 400 }

/** Slows a page down as Chromium's own tools do: each request waits for the latency, and all share the rate. */
export async function limitNetwork(
  page: Page,
  { kilobitsPerSecond, latencyMs }: Network,
): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  const bytesPerSecond = (kilobitsPerSecond * 1000) / 8
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}
