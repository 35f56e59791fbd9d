import { writeClipboard } from '../static-ui/clipboard.ts'

const kept = 'docs-language'

/** Shows one of several samples in different languages: the reader's last choice on any page. */
export function groupSamples(document: Document): void {
  for (const group of sampleGroups(document)) {
    const choices = document.createElement('div')
    choices.className = 'languages'
    choices.setAttribute('role', 'group')
    choices.setAttribute('aria-label', 'Language of the sample')
    choices.append(...group.map((sample) => choice(document, languageOf(sample))))
    group[0]?.before(choices)
  }
  show(document, storedLanguage())
}

/** Samples that follow each other say the same in another language. */
function sampleGroups(document: Document): HTMLElement[][] {
  const groups: HTMLElement[][] = []
  for (const sample of document.querySelectorAll<HTMLElement>('figure.code')) {
    const last = groups.at(-1)
    const isNext = last?.at(-1) === sample.previousElementSibling
    if (last && isNext && isAnother(sample, last)) last.push(sample)
    else groups.push([sample])
  }
  return groups.filter(({ length }) => length > 1)
}

const alternatives = ['curl', 'TypeScript', 'Python', 'PHP', 'Go']

function isAnother(sample: HTMLElement, group: readonly HTMLElement[]): boolean {
  const languages = [...group, sample].map(languageOf)
  return (
    new Set(languages).size === languages.length &&
    languages.every((language) => alternatives.includes(language))
  )
}

function languageOf(sample: HTMLElement): string {
  return sample.dataset['language'] ?? ''
}

function choice(document: Document, language: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = language
  button.addEventListener('click', () => {
    store(language)
    show(document, language)
  })
  return button
}

/** A group without the language shows its first sample. */
function show(document: Document, language: string | null): void {
  for (const choices of document.querySelectorAll('.languages')) {
    const buttons = [...choices.querySelectorAll('button')]
    const shown = buttons.find(({ textContent }) => textContent === language) ?? buttons[0]
    let sample = choices.nextElementSibling
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button === shown))
      if (sample instanceof HTMLElement) sample.hidden = button !== shown
      sample = sample?.nextElementSibling ?? null
    }
  }
}

/** Null in a browser without storage. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(kept)
  } catch {
    return null
  }
}

function store(language: string): void {
  try {
    localStorage.setItem(kept, language)
  } catch {
    // Then the choice holds for this page.
  }
}

export function offerCopies(document: Document): void {
  for (const sample of document.querySelectorAll<HTMLElement>('figure.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      const copied = await writeClipboard(sample.querySelector('code')?.textContent ?? '')
      button.textContent = copied ? 'Copied' : 'Copy failed'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2_000)
    })
    sample.append(button)
  }
}
