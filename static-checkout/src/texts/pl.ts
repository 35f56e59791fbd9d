import { translation } from './texts.ts'

export const pl = translation({
  title: 'Płatność',
  loading: 'Przygotowujemy płatność',
  testRibbon: 'Test, bez prawdziwych pieniędzy',
  offline: 'Brak połączenia. Nadal czekamy na płatność; strona odświeży się po powrocie do sieci.',
  reconnecting: 'Ponowne łączenie. Nadal czekamy na płatność.',
  language: 'Język',
  amount: '{amount} {asset}',
  coinOn: '{asset} w sieci {chain}',
  steps: {
    label: 'Postęp',
    send: 'Wyślij',
    confirm: 'Potwierdzenie',
    done: 'Gotowe',
  },
  order: {
    untitled: 'Prośba o płatność',
    details: 'Szczegóły zamówienia',
    reference: 'Numer referencyjny',
  },
  details: {
    headline: 'Twoje dane',
    body: 'Sprzedawca otrzyma je razem z płatnością.',
    more: 'Więcej danych (opcjonalnie)',
    fields: {
      email: 'E-mail',
      name: 'Imię i nazwisko',
      phone: 'Telefon',
      country: 'Kraj',
      region: 'Województwo lub region',
      postcode: 'Kod pocztowy',
      notes: 'Wiadomość do sprzedawcy',
    },
    invalidEmail: 'Podaj adres e-mail, np. nazwa@example.com.',
    invalid: 'Tej wartości nie można użyć. Zmień ją lub zostaw puste pole.',
    continue: 'Dalej',
    sent: 'Zapisujemy dane',
    failed: {
      busy: 'Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.',
      changed: 'Ta płatność już się zmieniła, więc danych nie zapisano.',
      no_price: 'Nie udało się zapisać danych. Spróbuj ponownie.',
      unreachable: 'Nie udało się zapisać danych. Spróbuj ponownie.',
    },
  },
  coin: {
    headline: 'Wybierz sposób płatności',
    body: 'Wybierz kryptowalutę i sieć, w której ją masz. Wybór ustala kwotę.',
    lowFee: 'niska opłata sieciowa',
    highFee: 'wyższa opłata sieciowa',
    current: 'Wybrane',
    suggested: 'Polecane',
    sent: 'Ustalamy cenę',
    announceSent: 'Ustalamy cenę: {choice}',
    failed: {
      busy: 'Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.',
      changed: 'Ta płatność już się zmieniła, więc kryptowaluta pozostała ta sama.',
      no_price:
        'Brak teraz wiarygodnej ceny dla {choice}. Wybierz inną kryptowalutę lub spróbuj za chwilę.',
      unreachable: 'Nie udało się wybrać {choice}. Spróbuj ponownie lub wybierz inną kryptowalutę.',
    },
    change: 'Zapłać inną kryptowalutą',
    keep: 'Zostań przy {choice}',
    earlier: 'Jeśli kwota {amount} została już wysłana, liczy się, o ile dotrze do {time}.',
  },
  cancel: 'Anuluj',
  timeLeft: 'jeszcze {countdown}',
  timeSoon: 'Jeszcze {countdown} na zapłatę w tej cenie',
  retry: 'Spróbuj ponownie',
  problems: {
    missing: {
      headline: 'Nie znaleziono płatności',
      body: 'Link może być niepełny albo sprzedawca usunął tę płatność. Poproś o nowy link.',
    },
    inactive: {
      headline: 'Ten link jest nieaktywny',
      body: 'Sprzedawca nie przyjmuje teraz płatności przez ten link. Nic nie pobrano.',
    },
    busy: {
      headline: 'Zbyt wiele prób',
      body: 'Ten link otwierano zbyt często. Odczekaj chwilę i spróbuj ponownie.',
    },
    no_price: {
      headline: 'Brak teraz wiarygodnej ceny',
      body: 'Nie udało się potwierdzić kursu. Nic nie pobrano. Spróbuj za chwilę.',
    },
    unreachable: {
      headline: 'Nie udało się wczytać płatności',
      body: 'Połączenie nie powiodło się. Nic nie pobrano. Spróbuj za chwilę.',
    },
  },
})
