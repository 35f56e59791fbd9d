import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningInstance, startInstance } from '../instance.ts'
import { launchChromium, openPage } from './chromium.ts'

let instance: RunningInstance

beforeAll(async () => {
  instance = await startInstance()
})

afterAll(() => instance.stop())

it('the API reference shows every operation and asks no other host', async () => {
  const browser = await launchChromium()
  try {
    const { page, complaints } = await openPage(await browser.newContext(), instance.baseUrl)
    await page.goto(`${instance.baseUrl}/docs`)
    await page.getByText('Create a checkout session').first().waitFor()
    expect(complaints).toEqual({ console: [], foreign: [] })
  } finally {
    await browser.close()
  }
})
