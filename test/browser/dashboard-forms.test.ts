import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import type { Complaints } from './chromium.ts'
import type { DashboardFixture } from './dashboard-fixture.ts'
import { badValues, checkedProof, checkedReply, forms, type TestedForm } from './dashboard-forms.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { openScreen } from './open-screen.ts'

let fixture: DashboardFixture
let page: Page
let complaints: Complaints

eachWithDashboardPage((opened) => {
  ;({ fixture, page, complaints } = opened)
})

async function open({
  screen,
  replies = {},
  clicks = [],
  chooses = {},
  operation,
  proves,
}: TestedForm): Promise<void> {
  for (const [name, reply] of Object.entries(replies)) fixture.replies.set(name, reply)
  fixture.replies.set(operation, proves ? checkedProof : checkedReply(operation))
  await openScreen({ fixture, page }, screen)
  for (const name of clicks) {
    await page.getByRole('button', { name, exact: true }).first().click()
  }
  for (const [label, value] of Object.entries(chooses)) await field(label).selectOption(value)
}

const field = (label: string) => page.getByLabel(label, { exact: true })

const formOf = (control: Locator) => page.locator('form').filter({ has: control })

/** The words at a field that is wrong; undefined if it is not. */
async function errorAt(control: Locator): Promise<string | undefined> {
  if ((await control.getAttribute('aria-invalid')) !== 'true') return undefined
  const [id] = ((await control.getAttribute('aria-describedby')) ?? '').split(' ')
  return (await page.locator(`[id="${id}"]`).textContent()) ?? ''
}

const hasFocus = async (control: Locator) =>
  (await control.and(page.locator(':focus')).count()) === 1

/** Sends the form with one bad value, and returns what is wrong with how it reacts. */
async function flawsWith(form: TestedForm, label: string, [name, value]: [string, string]) {
  const control = field(label)
  await control.fill(value)
  const typed = await control.inputValue()
  await formOf(control).locator('button[type=submit]').click()
  // Spaces are a part of a password.
  const isEmpty = label.includes('assword') ? value === '' : value.trim() === ''
  const mustBeGiven = isEmpty && !form.optional?.includes(label)
  const outcome = await eventually(
    async () => ({
      error: await errorAt(control),
      hasFocus: await hasFocus(control),
      isAccepted: await page.getByText('Accepted by the schema.').first().isVisible(),
    }),
    ({ error, hasFocus, isAccepted }) => (error !== undefined && hasFocus) || isAccepted,
    { deadlineMs: 30_000, what: `an error at ${label} with ${name}, which gets the focus` },
  ).catch((error) => ({ error: undefined, isAccepted: false, problem: String(error) }))
  const flaws = 'problem' in outcome ? [outcome.problem] : []
  if (mustBeGiven && outcome.isAccepted) flaws.push('accepted nothing')
  if (outcome.error !== undefined && !/\w+ \w+/.test(outcome.error)) flaws.push('says too little')
  if ((await control.inputValue()) !== typed) flaws.push('lost what was typed')
  return flaws.map((flaw) => `${label}, ${name}: ${flaw}`)
}

const fields = Object.entries(forms).flatMap(([name, form]) =>
  Object.keys(form.fields).map((label) => ({ name, label, form })),
)

test.each(fields)('$name: $label', async ({ label, form }) => {
  await open(form)
  const fill = async () => {
    for (const [each, value] of Object.entries(form.fields)) await field(each).fill(value)
  }
  await field(label).waitFor()
  const flaws: string[] = []
  for (const bad of Object.entries(badValues)) {
    await fill()
    flaws.push(...(await flawsWith(form, label, bad)))
  }
  expect(flaws).toEqual([])
  expect(await page.locator('main img[src=x], main script').count()).toBe(0)
  expect(complaints).toEqual({ console: [], foreign: [] })
})

/** Fills a form like a password manager: no frame is drawn between values, or before the form is sent. */
const fillsAndSends = (values: Record<string, string>) => `(async () => {
  const values = ${JSON.stringify(values)}
  for (const [autocomplete, value] of Object.entries(values)) {
    const input = document.querySelector('input[autocomplete="' + autocomplete + '"]')
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  document.querySelector('form').requestSubmit()
})()`

test('sends what is filled in and sent at once', async () => {
  const form = forms['sign-in']
  if (!form) throw new Error('there is no such form')
  await open(form)
  await field('Password').waitFor()
  fixture.calls.length = 0
  const [email, password] = ['ada@example.com', 'a long password of hers']
  await page.evaluate(fillsAndSends({ 'username webauthn': email, 'current-password': password }))
  await expect
    .poll(() => fixture.calls)
    .toContainEqual({
      name: 'sign-in-with-password',
      input: { email, password },
    })
})

test('begins in the first field, says all that is wrong, and shows a password if asked', async () => {
  const form = forms['an invitation']
  if (!form) throw new Error('there is no such form')
  await open(form)
  const [name, password] = [field('Your name'), field('Password')]
  await expect.poll(() => hasFocus(name)).toBe(true)
  await password.fill('short')
  await formOf(password).locator('button[type=submit]').click()
  await expect.poll(() => errorAt(name)).toBe('Fill in this field.')
  expect(await errorAt(password)).toBe('5 of 12 characters.')
  await page.getByRole('button', { name: 'Show Password' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  expect(await password.inputValue()).toBe('short')
  await page.getByRole('button', { name: 'Hide Password' }).click()
  expect(await password.getAttribute('type')).toBe('password')
})
